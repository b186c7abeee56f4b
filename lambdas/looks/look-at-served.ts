import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { ServedObservation } from '../lifecycle/observation.ts';
import type { CertificateFacts } from '../model/domains/domain-row.schema.ts';
import { endsSoon } from '../model/domains/renewal-time.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { PeerCertificate } from '../shared/net/tls-peer.gateway.ts';
import { isChainIncomplete, lookAtTls, type TlsPorts } from './look-at-tls.ts';

/** Whether a hostname is served with its present certificate, and if not, with what. */
export async function lookAtServed(
  ports: TlsPorts,
  hostname: string,
  certificate: CertificateFacts,
  now: Date,
): Promise<ServedObservation> {
  const { peer, evidence: seen } = await lookAtTls(ports, hostname, now);
  const evidence = [seen];
  const shown = whatIsShown(peer, certificate, now);
  if (shown === 'unknown') return { kind: 'served-unknown' };
  if (shown === 'the-certificate') return { kind: 'served', evidence };
  const observed = peer.kind === 'certificate' ? { observed: peer.fingerprintSha256 } : {};
  return { kind: 'not-served', reason: shown, ...observed, evidence };
}

/**
 * What a server shows for a hostname, seen from its present certificate. No connection says nothing: it may be our own network, or a
 * server that is down for a moment.
 */
export function whatIsShown(
  peer: PeerCertificate | Failed,
  certificate: CertificateFacts,
  now: Date,
): 'the-certificate' | 'unknown' | DiagnosisReason {
  if (peer.kind === 'failed') return peer.cause === 'tls' ? 'tls_failed' : 'unknown';
  if (peer.fingerprintSha256 === certificate.fingerprintSha256)
    return isChainIncomplete(peer) ? 'chain_incomplete' : 'the-certificate';
  if (peer.isForAnotherName) return 'other_hostname';
  if (peer.issuer === peer.subject) return 'self_signed';
  if (endsSoon(peer.notAfter, certificate, now)) return 'certificate_ends_soon';
  const isOlder = peer.notAfter < certificate.notAfter && authorityOf(peer.issuer) === authorityOf(certificate.issuer);
  return isOlder ? 'former_certificate' : 'other_certificate';
}

/** A CA signs with several intermediates, which have its organization in common. */
function authorityOf(issuer: string): string {
  return /(?:^|, )O=(.+?)(?:, [A-Z]+=|$)/.exec(issuer)?.[1] ?? issuer;
}
