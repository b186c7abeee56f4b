import type { Scheduler } from '../scheduler.ts';

/** Which invocation has taken which lease, for whoever checks that nobody else does. */
export class Leases {
  readonly #scheduler: Scheduler;
  readonly #holders = new Map<unknown, ReturnType<Scheduler['current']>>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /**
   * Notes that a lease has taken the place of another. Answers who was at work with that one, if it was neither over nor the one
   * that acts now.
   */
  replace(was: unknown, is: unknown): string | undefined {
    const current = this.#scheduler.current();
    if (was === is) return undefined;
    const holder = was === undefined ? undefined : this.#holders.get(was);
    if (is !== undefined) this.#holders.set(is, current);
    return holder && !holder.isOver && holder !== current ? holder.name : undefined;
  }
}
