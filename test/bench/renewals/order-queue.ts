import { placeKey } from '../../../lambdas/ca-limits/fair-queue.ts';
import { isGrantValid, type Slots } from '../../../lambdas/ca-limits/offer-slot.ts';
import type { SlotGranted, SlotQueued } from '../../../lambdas/lifecycle/issuance-observation.ts';
import { toGranted } from '../../../lambdas/lifecycle/preparation-transition.ts';
import type { Spend, TakeOne } from '../../../lambdas/lifecycle/spend.ts';
import type { Change } from '../../../lambdas/model/domains/domain.store.ts';
import type { Domain, DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { isResting } from '../../../lambdas/model/domains/phase.ts';
import { MINUTE, type Year } from './inputs.ts';
import type { Tally } from './tally.ts';

/** The parts of World (world.ts) that the queue needs. */
interface Surroundings {
  readonly now: number;
  readonly year: Pick<Year, 'ordersPerMinute' | 'timings'>;
  readonly tally: Tally;
  clock(): Date;
  readonly domains: {
    get(id: number): Promise<Domain | undefined>;
    replace(before: Domain, after: Domain, change: Change): Promise<void>;
  };
}

const ACCOUNT = 'CA';
const ONE_SLOT: TakeOne = {
  kind: 'take',
  account: ACCOUNT,
  limited: { key: 'orders', limit: { count: 1, windowSeconds: 1 } },
  seen: undefined,
  atMs: 0,
  needsRoom: true,
};

/**
 * The order budget of the CA account, and the names that wait for it. All are renewals of one organization, so the fair queue is
 * first in, first out. test/bench/ca-queue simulates many organizations.
 */
export class OrderQueue {
  readonly #world: Surroundings;
  readonly #waiting: { domainId: number; place: string }[] = [];
  /** Called when the queue is no longer empty. */
  onBegun: () => void = () => {};
  #placed = 0;
  #minute = 0;
  /** Orders left in the budget now. A simulated domain takes one for each domain that it stands for. */
  #left = 0;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The steps' port. It does not exempt replacements, unlike Let's Encrypt: every renewal needs a slot. */
  readonly slots: Slots = {
    exemptsReplacements: false,
    offer: async (domain, now) => {
      const { slotGrantedAt: grantedAt } = domain.issuance;
      if (grantedAt !== undefined && isGrantValid(grantedAt, now)) return { kind: 'slot-granted', grantedAt, spends: [] };
      return this.#granted(now) ?? this.#placeFor(domain);
    },
    stillQueued: async (domain, place) => this.#queued(domain, place, Math.max(0, this.#ahead(place))),
    offerAnother: async (_, now) => this.#granted(now),
    countIssued: async () => [],
  };

  /** Called with the write of a domain's row that accepts an offer. */
  spend(spends: readonly Spend[]): void {
    for (const spend of spends) {
      if (spend.kind === 'take') this.#take();
      else if (this.#ahead(spend.place) < 0) this.#join(spend);
    }
  }

  /** One run of the dispatcher, which comes every minute: grants slots from the front while the budget lasts. */
  async dispatch(): Promise<void> {
    const { domains, clock, year } = this.#world;
    for (const { domainId, place } of [...this.#waiting]) {
      if (!this.#hasRoom()) return;
      const domain = await domains.get(domainId);
      const waits = domain?.phase === 'preparing' && domain.issuance.place === place ? domain : undefined;
      // A domain that does not rest has a running execution, which will let it rest again.
      if (waits && !isResting(waits)) continue;
      this.#leave(place);
      if (!waits) continue;
      this.#take();
      const change = { timeline: 'certificate.slot_granted', events: [], startExecution: true };
      await domains.replace(waits, toGranted(waits, { now: clock(), timings: year.timings }), change);
    }
  }

  #granted(now: Date): SlotGranted | undefined {
    if (!this.isEmpty || !this.#hasRoom()) return undefined;
    return { kind: 'slot-granted', grantedAt: now.toISOString(), spends: [ONE_SLOT] };
  }

  #placeFor(domain: DomainIn<'preparing'>): SlotQueued {
    const joinedAt = this.#world.clock().toISOString();
    const place = placeKey({ queueClass: 'renewal', tag: this.#placed++, joinedAt, domainId: domain.id });
    return this.#queued(domain, place, this.#waiting.length);
  }

  #queued({ id: domainId, organizationId }: Domain, place: string, ahead: number): SlotQueued {
    const { now, tally, year } = this.#world;
    const waitMs = ((ahead + 1) * tally.weight * MINUTE) / year.ordersPerMinute;
    const expectedAt = new Date(now + waitMs).toISOString();
    const spends = [{ kind: 'place' as const, account: ACCOUNT, place, domainId, organizationId }];
    return { kind: 'slot-queued', place, ahead, expectedAt, spends };
  }

  #join({ domainId, place }: { domainId: number; place: string }): void {
    if (this.isEmpty) this.onBegun();
    this.#waiting.push({ domainId, place });
    this.#world.tally.joinedQueue(this.#world.now);
  }

  #leave(place: string): void {
    this.#waiting.splice(this.#ahead(place), 1);
    this.#world.tally.leftQueue(this.#world.now);
  }

  /** Number of waiting names before a place; -1: the place is empty. */
  #ahead(place: string): number {
    return this.#waiting.findIndex((each) => each.place === place);
  }

  #take(): void {
    this.#left -= this.#world.tally.weight;
    this.#world.tally.tookSlot(this.#world.now);
  }

  /** The rest of a minute's budget accumulates until it suffices for a simulated domain. */
  #hasRoom(): boolean {
    const { now, tally, year } = this.#world;
    const { weight } = tally;
    const minute = Math.floor(now / MINUTE);
    const passed = Math.min(minute - this.#minute, Math.ceil(weight / year.ordersPerMinute));
    if (passed > 0) this.#left = Math.min(this.#left % weight, weight) + passed * year.ordersPerMinute;
    this.#minute = minute;
    return this.#left >= weight;
  }
}
