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

/** What it needs of the world (world.ts). */
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
 * The order budget of the CA account, and the names that wait for it. All of them are renewals of one organization, so the fair
 * queue serves them in the order in which they join. The queue with many organizations is in test/bench/ca-queue.
 */
export class OrderQueue {
  readonly #world: Surroundings;
  readonly #waiting: { domainId: number; place: string }[] = [];
  /** Called when a name waits and nobody did before. */
  onBegun: () => void = () => {};
  #placed = 0;
  #minute = 0;
  /** How many orders the budget has left now. A simulated domain takes as many as the domains that it stands for. */
  #left = 0;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** What the steps ask for. Without exemption of replacements, which Let's Encrypt grants: every renewal needs a slot. */
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

  /** With the row that accepts an offer. */
  spend(spends: readonly Spend[]): void {
    for (const spend of spends) {
      if (spend.kind === 'take') this.#take();
      else if (this.#ahead(spend.place) < 0) this.#join(spend);
    }
  }

  /** One run of the dispatcher, which comes every minute: it grants slots from the front while the budget has some left. */
  async dispatch(): Promise<void> {
    const { domains, clock, year } = this.#world;
    for (const { domainId, place } of [...this.#waiting]) {
      if (!this.#hasRoom()) return;
      const domain = await domains.get(domainId);
      const waits = domain?.phase === 'preparing' && domain.issuance.place === place ? domain : undefined;
      // The execution of a domain that does not rest is at work on it, and has it rest again.
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

  /** How many stand before a place; -1: nobody stands there. */
  #ahead(place: string): number {
    return this.#waiting.findIndex((each) => each.place === place);
  }

  #take(): void {
    this.#left -= this.#world.tally.weight;
    this.#world.tally.tookSlot(this.#world.now);
  }

  /** What a minute leaves over is kept while it is too little for a simulated domain. */
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
