import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { ObservedCondition } from '../model/domains/diagnosis/condition.schema.ts';
import { sameFinding } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { nextHour } from './pace/watch-pace.ts';

/** What a look says of one condition: all is well, nothing certain, or what is wrong. */
export type Seen = 'well' | 'unknown' | Trouble;
export interface Trouble {
  found: Omit<Diagnosis, 'checkedAt'>;
  error?: DomainError | undefined;
}

/** From when on it is sure: so many looks have found it, the last of them not before `sureAt`. */
interface Certainty {
  times: number;
  sureAt: (since: string, timings: Timings) => string;
}

/** Name servers disagree and zones are edited: a CNAME is gone after six looks over a day. A server is looked at once more, an hour later. */
const CERTAINTY: Record<'cname' | 'served' | 'renewal', Certainty> = {
  cname: { times: 6, sureAt: (since, { watchDaySeconds }) => addSeconds(new Date(since), watchDaySeconds) },
  served: { times: 2, sureAt: nextHour },
  renewal: { times: 2, sureAt: nextHour },
};

interface Look {
  now: Date;
  timings: Timings;
  /** Somebody reads what this one look has found. */
  isSaidAtOnce?: boolean;
}

/**
 * What a look makes of a condition of a domain at rest. A first trouble is suspected, and told to nobody until enough looks have found it
 * (docs/decisions/0027); one that sees nothing certain changes nothing. The same condition where there is no news.
 */
export function observe<C extends ObservedCondition>(
  type: keyof typeof CERTAINTY,
  before: C | undefined,
  seen: Seen,
  { now, timings, isSaidAtOnce = false }: Look,
): C | ObservedCondition | undefined {
  if (seen === 'unknown') return before;
  if (seen === 'well') return undefined;
  const at = now.toISOString();
  const { times, sureAt } = CERTAINTY[type];
  const since = before?.since ?? at;
  const wasSure = before !== undefined && !before.isSuspected;
  const seenTimes = wasSure ? before.times : Math.min((before?.times ?? 0) + 1, times);
  const isSure = wasSure || isSaidAtOnce || (seenTimes >= times && sureAt(since, timings) <= at);
  const isNews =
    before === undefined || !sameFinding(before.found, seen.found) || wasSure !== isSure || seenTimes !== before.times;
  if (!isNews) return before;
  const { found, error } = seen;
  const { isSuspected: _, error: __, ...kept } = before ?? {};
  const condition = { ...kept, since, times: seenTimes, found: { ...found, checkedAt: at }, ...(error && { error }) };
  return isSure ? condition : { ...condition, isSuspected: true };
}
