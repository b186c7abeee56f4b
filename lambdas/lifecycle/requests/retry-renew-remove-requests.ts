import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { hasFailed, withoutPhase } from '../../model/domains/phase.ts';
import { ERROR_MESSAGES } from '../../shared/contract/copy/error-messages.ts';
import type { Timings } from '../../shared/contract/timings.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { inProgress } from '../obstacle.ts';
import { begun, type Changed, certificateRequestId, inNextAttempt, type Requested } from '../request.ts';
import { serversToRetireFrom } from '../retirement-transition.ts';
import { withCnameFound } from '../transition.ts';

/**
 * Starts a failed domain over in place: same id and history, a fresh DNS window. What is known of its last certificate stays.
 * A domain whose hostname another organization holds has to get it back in the same transaction.
 */
export function retryRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (!hasFailed(domain)) {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRetryable,
    };
  }
  const { error: _, claimLost: __, ...rest } = withCnameFound(withoutPhase(domain));
  const again = inNextAttempt<Domain>({
    ...rest,
    phase: 'awaiting-dns',
    dnsStatus: 'pending',
    sslStatus: 'pending',
    dnsStartedAt: now.toISOString(),
    dnsDeadlineAt: addSeconds(now, timings.dnsWindowSeconds),
    diagnosis: { code: 'in_progress', evidence: [] },
  });
  return begun(again, { timeline: 'domain.retried', events: [] }, now, timings);
}

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

/** Ends a domain in any phase. What is left, its certificates on servers and its row, is taken away after the answer. */
export function removalRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (domain.phase === 'removing') return { kind: 'unchanged', domain };
  const retireFrom = serversToRetireFrom(domain, [domain.serverId, domain.move?.fromServerId]);
  const removing = inNextAttempt<Domain>({ ...withoutPhase(domain), phase: 'removing', retireFrom });
  return begun(removing, { timeline: 'domain.deleted', events: ['domain.deleted'] }, now, timings);
}
