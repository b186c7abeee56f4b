import type { InstallationObservation } from '../../lifecycle/observation.ts';
import { lookAtTls, type TlsPorts } from '../../looks/look-at-tls.ts';
import type { CertificateFacts } from '../../model/domains/domain-row.schema.ts';
import { type PresentCertificate, shownCertificate } from '../../model/servers/certificate.schema.ts';
import { installer } from '../../model/servers/installer.ts';
import type { Server } from '../../model/servers/server.schema.ts';

/** Whether a certificate is served: where its hostname leads, or at another name of its server, `connectTo`. `former`: the one that it replaces. */
export async function lookFromOutside(
  certificate: PresentCertificate,
  server: Server | undefined,
  ports: TlsPorts,
  now: Date,
  { connectTo, former }: { connectTo?: string; former?: CertificateFacts | undefined } = {},
): Promise<InstallationObservation> {
  const { hostname, facts: expected } = certificate;
  const { peer, evidence } = await lookAtTls(ports, hostname, now, connectTo);
  if (peer.kind === 'failed') {
    const seenByAgent = isShownByAMachine(certificate, server);
    const isRefused = peer.cause === 'tls' && !seenByAgent && wasTriedByAMachine(certificate, server, former);
    const serverConnected = installer(server).isReady();
    return { kind: 'nothing-seen', seenByAgent, serverConnected, ...(isRefused && { isRefused }), evidence: [evidence] };
  }
  const { fingerprintSha256 } = peer;
  if (fingerprintSha256 === expected.fingerprintSha256) return { kind: 'new-certificate-seen', evidence: [evidence] };
  return { kind: 'other-certificate-seen', fingerprintSha256, evidence: [evidence] };
}

/** A machine that has fetched it looks at itself: it saw neither this one nor, any more, the former one. */
function wasTriedByAMachine({ handshakes }: PresentCertificate, server: Server | undefined, former?: CertificateFacts): boolean {
  const shown = Object.keys(server?.machines ?? {}).map((machineId) => handshakes[machineId]?.shown);
  return shown.some((one) => one !== undefined && one !== shownCertificate(former?.fingerprintSha256 ?? ''));
}

/** Only machines that are enrolled now count: a revoked one may say what it likes. */
export function isShownByAMachine({ facts, handshakes }: PresentCertificate, server: Server | undefined): boolean {
  const expected = shownCertificate(facts.fingerprintSha256);
  return Object.keys(server?.machines ?? {}).some((machineId) => handshakes[machineId]?.shown === expected);
}
