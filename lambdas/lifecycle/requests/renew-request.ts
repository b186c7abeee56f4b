import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { withoutPhase } from '../../model/domains/phase.ts';
import { inProgress } from '../obstacle.ts';
import { begun, type Changed, certificateRequestId, inNextAttempt, type Requested } from '../request.ts';

/** Somebody asks for another certificate, while the present one is served. */
export function renewRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (domain.phase !== 'active' || domain.dnsStatus !== 'validated') {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRenewable,
    };
  }
  return renewalBegun(domain, 'certificate.renewal_requested', now, timings);
}

/** The first attempt at another certificate for a domain at rest. */
export function renewalBegun(domain: Domain, timeline: string, now: Date, timings: Timings): Changed {
  const next = inNextAttempt(domain);
  const issuance = { certificateRequestId: certificateRequestId(next) };
  const renewing = inProgress({ ...withoutPhase(next), phase: 'preparing', issuance }, now);
  return begun(renewing, { timeline, events: [] }, now, timings);
}
