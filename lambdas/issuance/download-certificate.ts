import type { CertificateFacts, DomainIn } from '../domains/domain-row.schema.ts';
import type { CertificateStore } from '../installation/certificate.store.ts';
import { decideOnDownload } from '../lifecycle/issuance-transition.ts';
import type { DownloadObservation } from '../lifecycle/observation.ts';
import type { Write } from '../shared/table/table.store.ts';
import { malformedAnswer } from './acme/acme-problem.ts';
import { caObstacle, spentOrder } from './ca-obstacle.ts';
import { caStep } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { readChain } from './certificate-facts.ts';

export interface DownloadPorts {
  ca: CertificateAuthority;
  certificates: Pick<CertificateStore, 'putWrite'>;
  /** Written beside the certificate as its CA. */
  caName: string;
}

/** Fetches the certificate, and puts it before its server in the transaction that says so. */
export function downloadCertificate(ports: DownloadPorts) {
  return caStep<'downloading', DownloadObservation>(ports.ca, {
    name: 'download-certificate',
    phase: 'downloading',
    ask: (domain) => downloaded(ports, domain),
    decide: decideOnDownload,
  });
}

type Downloaded = { answer: DownloadObservation; alongside?: Write[] };

async function downloaded({ ca, certificates, caName }: DownloadPorts, domain: DomainIn<'downloading'>): Promise<Downloaded> {
  const found = await findCertificate(ca, domain);
  if (typeof found !== 'string') return { answer: found };
  const chain = await ca.downloadCertificate(found);
  if (chain.kind === 'problem') return { answer: caObstacle('downloadCertificate', chain.problem) };
  const read = readChain(chain.value, { hostname: domain.url, csr: domain.issuance.csr, caName });
  if (read.kind === 'wrong') {
    return { answer: caObstacle('downloadCertificate', malformedAnswer(`The CA sent a wrong certificate: ${read.reason}.`)) };
  }
  const alongside = [certificates.putWrite(certificateOf(domain, chain.value, read.facts))];
  return { answer: { kind: 'certificate-downloaded', certificate: read.facts }, alongside };
}

/** The certificate's URL: known since finalize, or in the order once that is valid. */
async function findCertificate(
  ca: CertificateAuthority,
  { issuance }: DomainIn<'downloading'>,
): Promise<string | DownloadObservation> {
  if (issuance.certificateUrl !== undefined) return issuance.certificateUrl;
  const read = await ca.getOrder(issuance.orderUrl);
  if (read.kind === 'problem') return caObstacle('getOrder', read.problem);
  const { value: order, retryAfterSeconds } = read;
  if (order.certificate !== undefined) return order.certificate;
  if (order.status === 'processing')
    return { kind: 'order-pending', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return spentOrder(order);
}

function certificateOf(domain: DomainIn<'downloading'>, chainPem: string, facts: CertificateFacts) {
  const { organizationId, serverId, url: hostname, id: domainId, issuance } = domain;
  return { organizationId, serverId, hostname, domainId, facts, chainPem, sealedKey: issuance.sealedKey };
}
