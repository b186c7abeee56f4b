import { shownCertificate } from '../model/servers/certificate.schema.ts';
import type { CertificateStore } from '../model/servers/certificate.store.ts';
import type { AgentCaller } from './agent-credentials.ts';
import type { Handshake, ReportAnswer, ReportRequest } from './edge.schema.ts';
import { type OncePorts, oncePerSignature } from './once-per-signature.ts';

export interface ReportPorts extends OncePorts {
  certificates: Pick<CertificateStore, 'recordHandshake'>;
}

/** Keeps what a machine's handshakes with itself showed, once per signature: an old report does not take the place of a newer one. Hostnames of other servers are not accepted, and not told apart from unknown ones. */
export async function recordHandshakes(
  caller: AgentCaller,
  report: ReportRequest,
  ports: ReportPorts,
  now: Date,
): Promise<ReportAnswer> {
  const { server, machine } = caller;
  await oncePerSignature(caller, [], ports);
  const recorded = await Promise.all(
    report.handshakes.map((handshake) => {
      const certificate = { organizationId: server.organizationId, serverId: server.id, hostname: handshake.hostname };
      return ports.certificates.recordHandshake(certificate, machine.id, shown(handshake), now);
    }),
  );
  return { accepted: recorded.filter(Boolean).length };
}

function shown({ fingerprint_sha256, error }: Handshake): string {
  return fingerprint_sha256 === undefined ? `error:${error}` : shownCertificate(fingerprint_sha256);
}
