import { orderedCas, type Settings } from '../../../contract/stack/settings.schema.ts';
import type { Domain, Revocation } from '../../model/domains/domain-row.schema.ts';
import { revocationOf } from '../../model/domains/revocation.ts';
import { toRenewalDue } from '../renewal-transition.ts';

/** The result for a domain whose private keys may be compromised, by their certificates' fingerprints. */
export type RekeyResult =
  /** None of these keys is in use, or its replacement is already requested. */
  | { kind: 'done' }
  /** One of them is about to be used, or other work must end first. */
  | { kind: 'later' }
  /** A certificate with a new key is due. `revocation`: of the current one, afterwards, if its CA is still configured. */
  | { kind: 'changed'; domain: Domain; timeline: string; revocation?: Revocation };

/** Replaces the domain's key if it is among these. Safe to repeat. */
export function requestRekey(
  domain: Domain,
  fingerprints: ReadonlySet<string>,
  settings: Pick<Settings, 'acme' | 'acmeFallbacks'>,
  now: Date,
): RekeyResult {
  const { served, phase, claimLost, revocation } = domain;
  if (phase === 'removing' || claimLost) return { kind: 'done' };
  const present = served?.certificate;
  if (present === undefined || !fingerprints.has(present.fingerprintSha256)) {
    const isOnItsWay = 'issued' in domain && domain.issued !== undefined && fingerprints.has(domain.issued.fingerprintSha256);
    return { kind: isOnItsWay ? 'later' : 'done' };
  }
  if (revocation) return { kind: revocation.fingerprintSha256 === present.fingerprintSha256 ? 'done' : 'later' };
  const isOfOurCa = orderedCas(settings).some(({ caName }) => caName === present.ca);
  const wanted = isOfOurCa ? revocationOf(domain, 'keyCompromise', now) : undefined;
  if (!wanted) return requestReplacement(domain, now);
  const revoked: Domain = { ...domain, revocation: wanted };
  return {
    kind: 'changed',
    domain: toRenewalDue(revoked, now),
    timeline: 'certificate.revocation_requested',
    revocation: wanted,
  };
}

/** The same if the CA cannot revoke the current certificate: only its replacement is due. */
export function requestReplacement(domain: Domain, now: Date): RekeyResult {
  // It stays served until the renewal is done.
  if (domain.served === undefined || domain.served.renewAt <= now.toISOString()) return { kind: 'later' };
  return { kind: 'changed', domain: toRenewalDue(domain, now), timeline: 'certificate.renewal_scheduled' };
}
