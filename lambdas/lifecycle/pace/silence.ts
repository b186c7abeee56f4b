import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';

// How long nothing may be heard of a domain before the sweep begins anew with it (docs/decisions/0006, 0034).

/** Two looks that find nothing new are written in a day of waiting: some 3 and 11 hours after its beginning. */
const SHARE_OF_WINDOW = 1 / 8;
const TIMES_THE_WAIT = 3;

/** While DNS is awaited, from message to message of a queue that loses none: three times as long as that has gone on. */
function silenceSeconds(domain: Domain, now: Date, { longestSilenceSeconds, dnsWindowSeconds }: Timings): number {
  if (domain.phase !== 'awaiting-dns') return longestSilenceSeconds;
  const waitedSeconds = (now.getTime() - Date.parse(domain.dnsStartedAt)) / 1000;
  return Math.max(longestSilenceSeconds, SHARE_OF_WINDOW * dnsWindowSeconds, TIMES_THE_WAIT * waitedSeconds);
}

/** In the queue of a CA account: until it is expected to be served, so that somebody looks whether it was. */
export function queueWait(expectedSeconds: number, timings: Timings): number {
  return Math.min(Math.max(Math.ceil(expectedSeconds), timings.longestSilenceSeconds), longestWait(timings));
}

const SILENCES = 12;

/** Of a name that waits for the CA: six hours, where half an hour is the longest silence. */
export function longestWait({ longestSilenceSeconds }: Timings): number {
  return SILENCES * longestSilenceSeconds;
}

export function dueAt(domain: Domain, waitSeconds: number, timings: Timings, now: Date): string {
  return addSeconds(now, waitSeconds + silenceSeconds(domain, now, timings));
}

/**
 * Whether a quiet look has to be written: half of the usual silence before the sweep would take the domain up, and the first one of an
 * execution that watches DNS: from it on the others can be told.
 */
export function isSoonDue(domain: Domain, waitSeconds: number, { longestSilenceSeconds }: Timings, now: Date): boolean {
  const isFirst = domain.phase === 'awaiting-dns' && domain.lastCheck === undefined;
  return isFirst || (domain.stepDueAt ?? '') < addSeconds(now, waitSeconds + longestSilenceSeconds / 2);
}
