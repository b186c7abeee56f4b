import TinyQueue from 'tinyqueue';
import type { QueueClass } from '../../../lambdas/ca-limits/fair-queue.ts';

/**
 * A name that waits. `slot`: how many orders the account had had when it joined; `before`: how many organizations waited in its
 * class.
 */
export interface Waiting {
  organization: number;
  queueClass: QueueClass;
  tag: number;
  joinedMs: number;
  slot: number;
  before: number;
}

/**
 * One class of the sorted collection. The tags of an organization only rise, so that the first of each is enough to be sorted;
 * one that has had its orders of the day is passed over until it may have more.
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

  /** The first whose organization may have an order now. */
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

  /** Takes what `head` answered. */
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
