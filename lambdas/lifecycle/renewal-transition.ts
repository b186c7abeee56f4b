import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { withoutPhase } from '../model/domains/phase.ts';
import { toInProgress } from './obstacle.ts';
import { beginAttempt, type Changed, certificateRequestId } from './request.ts';
import { withServed } from './transition.ts';

/** Begins the first attempt at another certificate, for a resting domain. */
export function beginRenewal(domain: Domain, timeline: string, time: TimedDecision): Changed {
  const issuance = { certificateRequestId: certificateRequestId(domain) };
  const renewing = toInProgress({ ...withoutPhase(domain), phase: 'preparing', issuance }, time.now);
  return beginAttempt(renewing, { timeline, events: [] }, time);
}

/** Makes the renewal due. The scan begins it at the pace of the order budget, once no other work is in progress. */
export function toRenewalDue(domain: Domain, now: Date): Domain {
  const at = now.toISOString();
  return { ...withServed(domain, { renewAt: at }), updatedAt: at };
}
