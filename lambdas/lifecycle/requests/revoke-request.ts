import type { RevocationReason } from '../../../contract/api/revocation-reasons.ts';
import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Domain, Revocation } from '../../model/domains/domain-row.schema.ts';
import type { Changed, Requested } from '../request.ts';
import { renewalBegun } from './renew-request.ts';

/** `revocation` is of the certificate that is served now: it is to be kept whole until then. */
export type RevokeRequested = Extract<Requested, { kind: 'conflict' }> | (Changed & { revocation: Revocation });

const requested = 'certificate.revocation_requested';

/**
 * Somebody wants the certificate revoked that is served. Another comes first, with a key of its own: what the domain is served must not be
 * revoked before. A renewal that is under way is that other one; whatever else goes on comes first, and then the renewal is due.
 */
export function revokeRequested(domain: Domain, reason: RevocationReason, now: Date, timings: Timings): RevokeRequested {
  const { certificate, sslStatus, claimLost, phase } = domain;
  const at = now.toISOString();
  const isServed = certificate !== undefined && sslStatus === 'active' && certificate.notAfter > at;
  if (!isServed || claimLost || phase === 'removing' || domain.revocation)
    return { kind: 'conflict', message: ERROR_MESSAGES.conflict.notRevocable };
  const { serialNumber, fingerprintSha256, notAfter, ca } = certificate;
  const revocation: Revocation = { reason, requestedAt: at, serialNumber, fingerprintSha256, notAfter, ca };
  const asked: Domain = { ...domain, revocation };
  if (phase === 'active' && domain.dnsStatus === 'validated')
    return { ...renewalBegun(asked, requested, now, timings), revocation };
  const due: Domain = { ...asked, renewAt: at, updatedAt: at };
  return { kind: 'changed', domain: due, timeline: requested, events: [], startExecution: false, revocation };
}
