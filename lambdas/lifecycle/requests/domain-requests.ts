import type { Timed } from '../../../contract/stack/timings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { withOnly } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain, Revocation, RevocationReason } from '../../model/domains/domain-row.schema.ts';
import { hasFailed, withoutPhase } from '../../model/domains/phase.ts';
import { toRenewalDue } from '../../model/domains/renewal-time.ts';
import { revocationOf } from '../../model/domains/revocation.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { beginRenewal } from '../obstacle.ts';
import { beginAttempt, type Changed, inNextAttempt, type Requested } from '../request.ts';
import { serversToRetireFrom } from '../retirement-transition.ts';
import { withCnameFound } from '../transition.ts';

/** Deletes a domain in any phase. Its certificates on servers and its row are removed after the answer. */
export function removalRequested(domain: Domain, time: Timed): Requested {
  if (domain.phase === 'removing') return { kind: 'unchanged', domain };
  const retireFrom = serversToRetireFrom(domain, [domain.serverId, domain.move?.fromServerId]);
  const removing = inNextAttempt<Domain>({ ...withoutPhase(domain), phase: 'removing', retireFrom });
  return beginAttempt(removing, { timeline: 'domain.deleted', events: ['domain.deleted'] }, time);
}

/** Somebody asks for another certificate, while the present one is served. */
export function renewRequested(domain: Domain, time: Timed): Requested {
  if (domain.phase !== 'active' || domain.dnsStatus !== 'validated') {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRenewable,
    };
  }
  return beginRenewal(domain, 'certificate.renewal_requested', time);
}

/**
 * Restarts a failed domain with the same id, history and certificate facts, and a new DNS window. If another organization holds
 * the hostname, the claim must be regained in the same transaction.
 */
export function retryRequested(domain: Domain, time: Timed): Requested {
  if (!hasFailed(domain)) {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRetryable,
    };
  }
  const rest = withCnameFound(withOnly(withoutPhase(domain)));
  const again = inNextAttempt<Domain>({
    ...omit(rest, 'claimLost', 'allClear'),
    phase: 'awaiting-dns',
    dnsStatus: 'pending',
    sslStatus: 'pending',
    dnsStartedAt: time.now.toISOString(),
    dnsDeadlineAt: addSeconds(time.now, time.timings.dnsWindowSeconds),
  });
  return beginAttempt(again, { timeline: 'domain.retried', events: [] }, time);
}

/** `revocation` is for the certificate that is served now, which must be stored whole until then. */
export type RevokeRequested = Extract<Requested, { kind: 'conflict' }> | (Changed & { revocation: Revocation });

const requested = 'certificate.revocation_requested';

/**
 * Revokes the certificate that is served. A new certificate with a new key comes first, so that the domain is never served a
 * revoked one. A renewal under way is that new one; any other work ends first, and then the renewal is due.
 */
export function revokeRequested(domain: Domain, reason: RevocationReason, time: Timed): RevokeRequested {
  const revocation = revocationOf(domain, reason, time.now);
  if (!revocation) return { kind: 'conflict', message: ERROR_MESSAGES.conflict.notRevocable };
  const revoked: Domain = { ...domain, revocation };
  if (domain.phase === 'active' && domain.dnsStatus === 'validated')
    return { ...beginRenewal(revoked, requested, time), revocation };
  const due = toRenewalDue(revoked, time.now);
  return { kind: 'changed', domain: due, timeline: requested, events: [], startExecution: false, revocation };
}
