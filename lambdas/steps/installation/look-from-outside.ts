import type { InstallationObservation } from '../../lifecycle/observation.ts';
import { evidence } from '../../model/domains/evidence.ts';
import { type PresentCertificate, shownCertificate } from '../../model/servers/certificate.schema.ts';
import { installer } from '../../model/servers/installer.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { GuardedNet } from '../../shared/net/guarded.gateway.ts';

export interface TlsPorts {
  net: Pick<GuardedNet, 'tlsPeer'>;
  /** Where integrators' servers take HTTPS: 443 but on a developer's machine. */
  httpsPort: number;
}

/** Look-up (at most 3 s, see resolver.gateway.ts), connection and handshake with a server at the other end of the world. */
const LOOK_TIMEOUT_MS = 10_000;

/** Whether a certificate is served: where its hostname leads, or at another name of its server, `connectTo`. */
export async function lookFromOutside(
  certificate: PresentCertificate,
  server: Server | undefined,
  { net, httpsPort: port }: TlsPorts,
  now: Date,
  connectTo?: string,
): Promise<InstallationObservation> {
  const { hostname, facts: expected } = certificate;
  const question = `TLS ${hostname}:${port}${connectTo === undefined ? '' : ` at ${connectTo}`}`;
  const peer = await net.tlsPeer({ hostname, port, timeoutMs: LOOK_TIMEOUT_MS, ...(connectTo !== undefined && { connectTo }) });
  if (peer.kind === 'failed') {
    const seenByAgent = isShownByAMachine(certificate, server);
    const serverConnected = installer(server).isReady();
    return { kind: 'nothing-seen', seenByAgent, serverConnected, evidence: [evidence('tls', question, peer.reason, now)] };
  }
  const { fingerprintSha256, subject, issuer, notAfter, address } = peer;
  const answer = [`sha256 ${fingerprintSha256}`, subject && `subject ${subject}`, `issuer ${issuer}`, `until ${notAfter}`]
    .filter(Boolean)
    .join(', ');
  const shown = [evidence('tls', question, answer, now, address)];
  if (fingerprintSha256 === expected.fingerprintSha256) return { kind: 'new-certificate-seen', evidence: shown };
  return { kind: 'other-certificate-seen', fingerprintSha256, evidence: shown };
}

/** Only machines that are enrolled now count: a revoked one may say what it likes. */
export function isShownByAMachine({ facts, handshakes }: PresentCertificate, server: Server | undefined): boolean {
  const expected = shownCertificate(facts.fingerprintSha256);
  return Object.keys(server?.machines ?? {}).some((machineId) => handshakes[machineId]?.shown === expected);
}
