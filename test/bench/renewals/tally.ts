import type { Change } from '../../../lambdas/model/domains/domain.store.ts';
import { DUE_SHARDS, OUTBOX_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, SECOND } from './inputs.ts';

/** Interval in which writes are counted: it contains all that one run of the scan starts, as fast as it can. */
export const PEAK_SECONDS = 10;

export const LIST_OF_ORGANIZATION = 'list of one organization (an index, ORG#…)';

/**
 * Keys of the table and its indexes that many domains share, with the number of keys of each kind. All domains belong to one
 * organization and one server.
 */
const SHARED_KEYS = {
  'budget of the CA account (ACME#…)': 1,
  'queue of the CA account (ACME#…#QUEUE)': 1,
  [LIST_OF_ORGANIZATION]: 1,
  'counter of events of one organization (WEBHOOKS)': 1,
  'event log of one organization (EVENTS#…)': 1,
  'revision of one server, and its list of changes': 1,
  'shard of the scan (an index, SCAN#…)': DUE_SHARDS,
  'shard of the sweep (an index, DUE#…)': DUE_SHARDS,
  'shard of the outbox (OUTBOX#…)': OUTBOX_SHARDS,
  'shard of the visits (WATCH#…)': DUE_SHARDS,
};
export type SharedKey = keyof typeof SHARED_KEYS;

/** Prefix of the names in `SHARED_KEYS` that are spread over shards. */
export const SHARD = 'shard of';

/** Counts per interval, and keeps the largest. */
class Peak {
  readonly #span: number;
  #since = 0;
  #count = 0;
  total = 0;
  most = 0;
  mostAt = 0;

  constructor(span: number) {
    this.#span = span;
  }

  /** Call it in the order of time. */
  add(at: number, count: number): void {
    const since = at - (at % this.#span);
    if (since !== this.#since) [this.#since, this.#count] = [since, 0];
    this.#count += count;
    this.total += count;
    if (this.#count > this.most) [this.most, this.mostAt] = [this.#count, since];
  }
}

/** The counts of a year, in domains rather than simulated ones. */
export class Tally {
  /** Requested orders, also during outages of the CA. */
  readonly orders = new Peak(HOUR);
  readonly #keys = new Map(Object.keys(SHARED_KEYS).map((name) => [name, new Peak(PEAK_SECONDS * SECOND)]));
  /** By timeline event. */
  readonly happened: Record<string, number> = {};
  readonly counted = { renewals: 0, failedRenewals: 0, steps: 0, quietSteps: 0, postponedReads: 0, scans: 0, checks: 0 };
  /** Expiries, by who caused them. */
  readonly expiries = { service: 0, customer: 0 };
  /** The longest time from a revocation to the next certificate, in hours. */
  longestRevoked = 0;
  readonly weight: number;

  constructor(weight: number) {
    this.weight = weight;
  }

  /** One write of a domain's row, with the writes that it causes. */
  wrote(at: number, { timeline, events, startExecution, isQuiet }: Change): void {
    const { weight } = this;
    this.happened[timeline] = (this.happened[timeline] ?? 0) + weight;
    // Quiet writes do not change the list's index.
    if (!isQuiet) this.#write(LIST_OF_ORGANIZATION, at, weight);
    this.#write('shard of the scan (an index, SCAN#…)', at, weight);
    this.#write('shard of the sweep (an index, DUE#…)', at, weight);
    this.#write('shard of the outbox (OUTBOX#…)', at, weight * (events.length + Number(startExecution ?? false)));
    this.#write('event log of one organization (EVENTS#…)', at, weight * events.length);
    this.#write('counter of events of one organization (WEBHOOKS)', at, weight * events.length);
    if (timeline === 'certificate.downloaded') this.#write('revision of one server, and its list of changes', at, weight);
  }

  tookSlot(at: number): void {
    this.#write('budget of the CA account (ACME#…)', at, this.weight);
  }

  /** The place in the queue, and the organization's tag, which is stored with the budget. */
  joinedQueue(at: number): void {
    this.#write('queue of the CA account (ACME#…#QUEUE)', at, this.weight);
    this.#write('budget of the CA account (ACME#…)', at, this.weight);
  }

  leftQueue(at: number): void {
    this.#write('queue of the CA account (ACME#…#QUEUE)', at, this.weight);
  }

  /** All domains, each once, spread evenly over the day. */
  visitedDaily(domains: number, begin: number): void {
    this.#write('shard of the visits (WATCH#…)', begin, (domains * PEAK_SECONDS) / 86_400);
  }

  /** The most writes per second of each key, largest first. */
  hottest(): [string, number][] {
    const perSecond = (name: string, { most }: Peak) => most / SHARED_KEYS[name as SharedKey] / PEAK_SECONDS;
    return [...this.#keys]
      .map(([name, peak]): [string, number] => [name, perSecond(name, peak)])
      .sort(([, one], [, other]) => other - one);
  }

  #write(key: SharedKey, at: number, count: number): void {
    this.#keys.get(key)?.add(at, count);
  }
}
