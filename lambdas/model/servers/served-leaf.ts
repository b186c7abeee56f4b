import { leafPemOf } from '../../../contract/certificate-text.ts';
import type { Domain } from '../domains/domain-row.schema.ts';
import type { CertificateReads, FormerCertificateStore } from './certificate.store.ts';

export interface ServedLeafPorts {
  certificates: Pick<CertificateReads, 'get'>;
  formerCertificates: Pick<FormerCertificateStore, 'get'>;
}

/**
 * The PEM of the certificate that a domain is served, without its chain: it lies at its server, or beside the domain while
 * another takes its place there.
 */
export async function findServedLeaf(
  domain: Domain,
  { certificates, formerCertificates }: ServedLeafPorts,
): Promise<string | undefined> {
  const atServer = await certificates.get(domain.organizationId, domain.serverId, domain.url);
  const fingerprint = domain.served?.certificate.fingerprintSha256;
  const isThere = atServer?.state === 'present' && atServer.facts.fingerprintSha256 === fingerprint;
  const found = isThere ? atServer : await formerCertificates.get(domain);
  return found && leafPemOf(found.chainPem);
}
