import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { Change } from '../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { scanTime } from '../../../lambdas/model/domains/scan-time.ts';
import { DUE_SHARDS, shardOf } from '../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { Agenda } from './agenda.ts';
import { BEGIN, DAY, HOUR, randomFrom, type Year } from './inputs.ts';
import { bornLife, isDnsRight, type Life } from './life.ts';
import { OrderQueue } from './order-queue.ts';
import { Tally } from './tally.ts';

/**
 * A domain whose CNAME pointed to the service for this long before its expiry should have been renewed: pauses between retries
 * and visits take a day.
 */
const TIME_TO_COME_BACK = 2 * DAY;

/** The table, the CA and the domains of a year, with a settable clock. */
export class World {
  readonly year: Year;
  readonly tally: Tally;
  readonly random: () => number;
  readonly lives: Life[];
  /** The scan's index. */
  readonly due: Agenda<{ id: number; at: string }>[] = Array.from({ length: DUE_SHARDS }, () => new Agenda());
  /** Called for each written row. */
  onWritten: (life: Life, before: Domain, change: Change) => void = () => {};
  now = BEGIN;
  readonly orderQueue = new OrderQueue(this);

  constructor(year: Year) {
    this.year = year;
    this.tally = new Tally(year.domains / year.simulated);
    this.random = randomFrom(year.seed);
    this.lives = Array.from({ length: year.simulated }, (_, id) => bornLife(id, year, this.random));
  }

  readonly clock = () => new Date(this.now);

  life(id: number): Life {
    const life = this.lives[id];
    if (!life) throw new Error(`no domain ${id}`);
    return life;
  }

  readonly domains = {
    get: async (id: number): Promise<Domain | undefined> => this.life(id).domain,
    extend: async (): Promise<void> => {},
    replace: async (before: Domain, after: Domain, change: Change): Promise<void> => {
      const life = this.life(before.id);
      if (life.domain.version !== before.version) throw new LostRace([], undefined);
      life.domain = { ...after, version: before.version + 1 };
      this.tally.wrote(this.now, change);
      if (change.events.includes('certificate.expired')) this.#expired(life);
      this.index(life);
      this.onWritten(life, before, change);
    },
  };

  lookAtCname(id: number): DnsObservation {
    const isRight = isDnsRight(this.life(id), this.now);
    return isRight
      ? { kind: 'cname-matched', evidence: [] }
      : { kind: 'cname-elsewhere', actualTarget: 'elsewhere', evidence: [] };
  }

  isCaUp(): boolean {
    const hours = (this.now - BEGIN) / HOUR;
    return !this.year.outages.some(({ day, hours: long }) => hours >= day * 24 && hours < day * 24 + long);
  }

  /** Counts an order at the CA. */
  orders(): void {
    this.tally.orders.add(this.now, this.tally.weight);
  }

  /** Outdates the domain's former entry. */
  index(life: Life): void {
    life.dueAt = scanTime(life.domain);
    this.dueAgain(life);
  }

  dueAgain({ dueAt, domain: { id } }: Life): void {
    if (dueAt !== undefined) this.due[shardOf(id, DUE_SHARDS)]?.add(Date.parse(dueAt), { id, at: dueAt });
  }

  #expired(life: Life): void {
    const wasRight = isDnsRight(life, this.now) && isDnsRight(life, this.now - TIME_TO_COME_BACK);
    this.tally.expiries[wasRight ? 'service' : 'customer'] += this.tally.weight;
  }
}
