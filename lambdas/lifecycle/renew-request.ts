import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { inProgress } from './obstacle.ts';
import { begun, certificateRequestId, inNextAttempt, type Requested } from './request.ts';

/** Asks for another certificate, while the present one is served. */
export function renewRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (domain.phase !== 'active' || domain.dnsStatus !== 'validated') {
    return {
      kind: 'conflict',
      message:
        'Only a domain whose dns_status is validated and whose ssl_status is active can be renewed, while it is neither being renewed nor moved to another server.',
    };
  }
  const next = inNextAttempt(domain);
  const issuance = { certificateRequestId: certificateRequestId(next) };
  const renewing = inProgress({ ...next, phase: 'preparing', issuance }, now);
  return begun(renewing, { timeline: 'certificate.renewal_requested', events: [] }, now, timings);
}
