import { leafPemOf } from '../../../contract/certificate-text.ts';
import type { Domain } from '../domains/domain-row.schema.ts';
import type { CertificateReads, FormerCertificateStore } from './certificate.store.ts';

export interface ServedLeafPorts {
  certificates: Pick<CertificateReads, 'get'>;
  formerCertificates: Pick<FormerCertificateStore, 'get'>;
}

/**
 * The PEM of the certificate that a domain serves, without its chain. It is at its server or, while another is being installed
 * there, beside the domain.
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
