import type { Scheduler } from '../scheduler.ts';

export class Leases {
  readonly #scheduler: Scheduler;
  readonly #holders = new Map<unknown, ReturnType<Scheduler['current']>>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /**
   * Records that one lease replaced another. Returns the holder of the replaced lease if it is still running and is not the
   * current invocation.
   */
  replace(was: unknown, is: unknown): string | undefined {
    const current = this.#scheduler.current();
    if (was === is) return undefined;
    const holder = was === undefined ? undefined : this.#holders.get(was);
    if (is !== undefined) this.#holders.set(is, current);
    return holder && !holder.isOver && holder !== current ? holder.name : undefined;
  }
}
