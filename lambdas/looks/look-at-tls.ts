import type { Evidence } from '../model/domains/diagnosis/evidence.schema.ts';
import { evidence } from '../model/domains/diagnosis/evidence.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { PeerCertificate } from '../shared/net/tls-peer.gateway.ts';

export interface TlsPorts {
  net: Pick<GuardedNet, 'tlsPeer'>;
  /** Where integrators' servers take HTTPS: 443 but on a developer's machine. */
  httpsPort: number;
}

/** Look-up (at most 3 s, see resolver.gateway.ts), connection and handshake with a server at the other end of the world. */
const LOOK_TIMEOUT_MS = 10_000;

/** Which certificate is shown for a hostname: where it leads, or at another name of its server, `connectTo`. */
export async function lookAtTls(
  { net, httpsPort: port }: TlsPorts,
  hostname: string,
  now: Date,
  connectTo?: string,
): Promise<{ peer: PeerCertificate | Failed; evidence: Evidence }> {
  const question = `TLS ${hostname}:${port}${connectTo === undefined ? '' : ` at ${connectTo}`}`;
  const peer = await net.tlsPeer({ hostname, port, timeoutMs: LOOK_TIMEOUT_MS, ...(connectTo !== undefined && { connectTo }) });
  if (peer.kind === 'failed') return { peer, evidence: evidence('tls', question, peer.reason, now) };
  return { peer, evidence: evidence('tls', question, describePeer(peer), now, peer.address) };
}

/** Names of OpenSSL for a chain that ends before its root. An unknown root is none of them: a CA for tests has one. */
const INCOMPLETE: ReadonlySet<string> = new Set(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT']);

export function isChainIncomplete({ verifyError = '' }: PeerCertificate): boolean {
  return INCOMPLETE.has(verifyError);
}

function describePeer(peer: PeerCertificate): string {
  const { fingerprintSha256, subject, issuer, notAfter } = peer;
  const parts = [`sha256 ${fingerprintSha256}`, subject && `subject ${subject}`, `issuer ${issuer}`, `until ${notAfter}`];
  if (isChainIncomplete(peer)) parts.push('without the certificates between it and its root');
  return parts.filter(Boolean).join(', ');
}
