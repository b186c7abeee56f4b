import TinyQueue from 'tinyqueue';
import type { QueueClass } from '../../../lambdas/ca-limits/fair-queue.ts';

/** A waiting name. `slot`: orders of the account when it joined; `before`: organizations that waited in its class then. */
export interface Waiting {
  organization: number;
  queueClass: QueueClass;
  tag: number;
  joinedMs: number;
  slot: number;
  before: number;
}

/**
 * One class of the sorted queue. An organization's tags only rise, so only its first name needs sorting. An organization at its
 * daily limit is skipped until it may order again.
 */
export class ClassQueue {
  readonly #names = new Map<number, { all: Waiting[]; served: number }>();
  readonly #first = new TinyQueue<Waiting>([], (one, other) => one.tag - other.tag || one.joinedMs - other.joinedMs);
  readonly #held = new TinyQueue<{ organization: number; untilMs: number }>([], (one, other) => one.untilMs - other.untilMs);

  get organizations(): number {
    return this.#names.size;
  }

  join(name: Waiting): void {
    const names = this.#names.get(name.organization);
    if (names) names.all.push(name);
    else {
      this.#names.set(name.organization, { all: [name], served: 0 });
      this.#first.push(name);
    }
  }

  /** The first name whose organization may order now. */
  head(nowMs: number, availableAtMs: (organization: number) => number): Waiting | undefined {
    while ((this.#held.peek()?.untilMs ?? Number.POSITIVE_INFINITY) <= nowMs) this.#release();
    for (;;) {
      const head = this.#first.peek();
      if (!head) return undefined;
      const untilMs = availableAtMs(head.organization);
      if (untilMs <= nowMs) return head;
      this.#first.pop();
      this.#held.push({ organization: head.organization, untilMs });
    }
  }

  /** Removes the result of `head`. */
  leave({ organization }: Waiting): void {
    this.#first.pop();
    const names = this.#names.get(organization);
    if (names) names.served += 1;
    const next = names?.all[names.served];
    if (next) this.#first.push(next);
    else this.#names.delete(organization);
  }

  #release(): void {
    const names = this.#names.get(this.#held.pop()?.organization ?? -1);
    const name = names?.all[names.served];
    if (name) this.#first.push(name);
  }
}
