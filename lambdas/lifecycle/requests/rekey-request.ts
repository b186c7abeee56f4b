import { casOf, type Settings } from '../../../contract/stack/settings.schema.ts';
import type { Timed } from '../../../contract/stack/timings.schema.ts';
import type { Domain, Revocation } from '../../model/domains/domain-row.schema.ts';
import { withServed } from '../../model/domains/renewal-time.ts';
import type { Changed } from '../request.ts';
import { revokeRequested } from './domain-requests.ts';

/** What becomes of a domain whose private keys somebody else has: of the certificates with these fingerprints. */
export type Rekeyed =
  /** None of these keys is in use, or its replacement is requested already. */
  | { kind: 'done' }
  /** One of them is on its way into use, or something else has to end first. */
  | { kind: 'later' }
  /** A certificate with a new key is due. `revocation`: of the present one, afterwards, where its CA is still ours. */
  | (Changed & { revocation?: Revocation });

/** Replaces the key of a domain that is among these. Repeated, it changes nothing more. */
export function rekeyRequested(
  domain: Domain,
  fingerprints: ReadonlySet<string>,
  settings: Pick<Settings, 'acme' | 'acmeFallbacks'>,
  time: Timed,
): Rekeyed {
  const { served, phase, claimLost, revocation } = domain;
  if (phase === 'removing' || claimLost) return { kind: 'done' };
  const present = served?.certificate;
  if (present === undefined || !fingerprints.has(present.fingerprintSha256)) {
    const isOnItsWay = 'issued' in domain && fingerprints.has(domain.issued.fingerprintSha256);
    return { kind: isOnItsWay ? 'later' : 'done' };
  }
  if (revocation) return { kind: revocation.fingerprintSha256 === present.fingerprintSha256 ? 'done' : 'later' };
  const isOfOurCa = casOf(settings).some(({ caName }) => caName === present.ca);
  const revoked = isOfOurCa ? revokeRequested(domain, 'keyCompromise', time, 'paced') : undefined;
  return revoked?.kind === 'changed' ? revoked : toDue(domain, time);
}

/** The same where the CA cannot be told of the present certificate: only its replacement is due. */
export function toDue(domain: Domain, { now }: Timed): Rekeyed {
  const at = now.toISOString();
  // It stays served until the renewal is done.
  if (domain.served === undefined || domain.served.renewAt <= at) return { kind: 'later' };
  const due: Domain = { ...withServed(domain, { renewAt: at }), updatedAt: at };
  return { kind: 'changed', domain: due, timeline: 'certificate.renewal_scheduled', events: [], startExecution: false };
}
