import type { Change } from '../../../lambdas/model/domains/domain.store.ts';
import { DUE_SHARDS, OUTBOX_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, SECOND } from './inputs.ts';

/** Writes are counted by so many seconds: all that a run of the scan begins comes in them, as fast as it can. */
export const PEAK_SECONDS = 10;

export const LIST_OF_ORGANIZATION = 'list of one organization (an index, ORG#…)';

/**
 * Keys of the table and its indexes that many domains share, by how many there are of each. One organization and one server have
 * all domains.
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

/** As the keys of `SHARED_KEYS` begin that are spread over shards. */
export const SHARD = 'shard of';

/** Counts by spans of time, and keeps the largest. */
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

  /** In the order of time. */
  add(at: number, count: number): void {
    const since = at - (at % this.#span);
    if (since !== this.#since) [this.#since, this.#count] = [since, 0];
    this.#count += count;
    this.total += count;
    if (this.#count > this.most) [this.most, this.mostAt] = [this.#count, since];
  }
}

/** What a year has come to, in domains and not in simulated ones. */
export class Tally {
  /** Asked for, also of a CA that is down. */
  readonly orders = new Peak(HOUR);
  readonly #keys = new Map(Object.keys(SHARED_KEYS).map((name) => [name, new Peak(PEAK_SECONDS * SECOND)]));
  /** By what happened: the timeline's words. */
  readonly happened: Record<string, number> = {};
  readonly counted = { renewals: 0, failedRenewals: 0, steps: 0, quietSteps: 0, postponedReads: 0, scans: 0, checks: 0 };
  /** Expiries, by who caused them. */
  readonly expiries = { service: 0, customer: 0 };
  /** Hours from the revocation to the next certificate, the longest. */
  longestRevoked = 0;
  readonly weight: number;

  constructor(weight: number) {
    this.weight = weight;
  }

  /** One write of a domain's row with all that goes along. */
  wrote(at: number, { timeline, events, startExecution, isQuiet }: Change): void {
    const { weight } = this;
    this.happened[timeline] = (this.happened[timeline] ?? 0) + weight;
    // What is only remembered is not listed.
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

  /** A place in the queue, and the number of the organization's next one, which lies beside the budget. */
  joinedQueue(at: number): void {
    this.#write('queue of the CA account (ACME#…#QUEUE)', at, this.weight);
    this.#write('budget of the CA account (ACME#…)', at, this.weight);
  }

  leftQueue(at: number): void {
    this.#write('queue of the CA account (ACME#…#QUEUE)', at, this.weight);
  }

  /** Of all domains, each once a day: spread over it. */
  visitedDaily(domains: number, begin: number): void {
    this.#write('shard of the visits (WATCH#…)', begin, (domains * PEAK_SECONDS) / 86_400);
  }

  /** The most writes a second of each key, largest first. */
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
