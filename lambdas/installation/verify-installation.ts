import type { DomainIn } from '../domains/domain-row.schema.ts';
import { evidence } from '../domains/evidence.ts';
import { decideOnInstallation } from '../lifecycle/installation-transition.ts';
import type { InstallationObservation } from '../lifecycle/observation.ts';
import type { Step } from '../lifecycle/run-step.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import { type AnnouncementPorts, announceCertificate } from './announce-certificate.ts';
import type { Certificate } from './certificate.schema.ts';
import type { CertificateStore } from './certificate.store.ts';
import { shownCertificate } from './record-handshakes.ts';
import type { Server } from './server.schema.ts';
import { isConnected } from './server.ts';

export interface InstallationPorts extends AnnouncementPorts {
  certificates: Pick<CertificateStore, 'get' | 'markChanged' | 'markAnnounced'>;
  net: Pick<GuardedNet, 'tlsPeer'>;
  /** Where integrators' servers take HTTPS: 443 but on a developer's machine. */
  httpsPort: number;
}

/** Look-up (at most 3 s, see resolver.gateway.ts), connection and handshake with a server at the other end of the world. */
const LOOK_TIMEOUT_MS = 10_000;

/** Announces the issued certificate to the server's agents, then looks from outside whether it is served. */
export function verifyInstallation(ports: InstallationPorts): Step<'installing', InstallationObservation> {
  return {
    name: 'verify-installation',
    phase: 'installing',
    async gather(domain, now) {
      const certificate = await ports.certificates.get(domain.organizationId, domain.serverId, domain.url);
      if (!certificate) throw new Error(`the certificate of domain ${domain.id} is not in the table`);
      const server = await announceCertificate(certificate, ports, now);
      return { seen: await lookFromOutside(domain, certificate, server, ports, now) };
    },
    decide: decideOnInstallation,
  };
}

async function lookFromOutside(
  { url: hostname, issued }: DomainIn<'installing'>,
  certificate: Certificate,
  server: Server | undefined,
  ports: InstallationPorts,
  now: Date,
): Promise<InstallationObservation> {
  const asked = `TLS ${hostname}:${ports.httpsPort}`;
  const peer = await ports.net.tlsPeer({ hostname, port: ports.httpsPort, timeoutMs: LOOK_TIMEOUT_MS });
  if (peer.kind === 'failed') {
    const seenByAgent = isShownByAMachine(issued.fingerprintSha256, certificate, server);
    const serverConnected = isConnected(server);
    return { kind: 'nothing-seen', seenByAgent, serverConnected, evidence: [evidence('tls', asked, peer.reason, now)] };
  }
  const { fingerprintSha256, subject, issuer, notAfter, address } = peer;
  const answer = [`sha256 ${fingerprintSha256}`, subject && `subject ${subject}`, `issuer ${issuer}`, `until ${notAfter}`]
    .filter(Boolean)
    .join(', ');
  const seen = [evidence('tls', asked, answer, now, address)];
  if (fingerprintSha256 === issued.fingerprintSha256) return { kind: 'new-certificate-seen', evidence: seen };
  return { kind: 'other-certificate-seen', fingerprintSha256, evidence: seen };
}

/** Only machines that are enrolled now count: a revoked one may say what it likes. */
function isShownByAMachine(fingerprintSha256: string, certificate: Certificate, server: Server | undefined): boolean {
  const expected = shownCertificate(fingerprintSha256);
  return Object.keys(server?.machines ?? {}).some((machineId) => certificate.handshakes[machineId]?.shown === expected);
}
