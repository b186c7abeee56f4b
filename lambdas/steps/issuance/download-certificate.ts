import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import { type AcmeProblem, isResourceMissing, malformedAnswer } from '../../acme/problem.ts';
import type { KnownCa } from '../../ca-limits/certificate-authorities.ts';
import type { DownloadedCertificate, DownloadObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { Spend } from '../../lifecycle/spend.ts';
import { isNotSeenServed } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { serversOf, servingServerOf } from '../../model/domains/domain-servers.ts';
import type { CertificateFacts, OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import type { CertificateReads, FormerCertificateStore } from '../../model/servers/certificate.store.ts';
import { type InstallingPorts, installAtServer } from '../../model/servers/installer.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { type CaStepPorts, caStep } from './ca-step.ts';
import { readChain } from './certificate-facts.ts';
import { classifyCaProblem, classifyOrderProblem, invalidOrderObstacle } from './classify-ca-problem.ts';

/** Read-only: `putWrite` and `putWrites` return writes for the row's transaction. */
export interface DownloadPorts {
  certificates: Pick<CertificateReads, 'putWrite' | 'get'>;
  formerCertificates: Pick<FormerCertificateStore, 'putWrites'>;
  /** What a newly issued certificate costs of this CA's limits. */
  countIssued: (caName: string, domain: Fetching) => Promise<readonly Spend[]>;
}

type Fetching = DomainIn<'validating' | 'finalizing' | 'downloading'>;

export interface AnnouncingPorts extends InstallingPorts {
  certificates: Pick<CertificateReads, 'get'>;
}

/** Downloads the certificate, and writes it for its server in the row's transaction. */
export function downloadCertificate(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts) {
  return caStep<'downloading', DownloadObservation>(ports, {
    name: 'download-certificate',
    phase: 'downloading',
    ask: (domain, _now, known) => downloadFromCa(ports, known, domain),
    readAgain: (domain, heard) => recountIssued(ports, domain, heard),
    decide: decideOnOrderStatus,
    announce: (domain, now) => announceToServer(domain, announcing, now),
  });
}

type Downloaded = { answer: DownloadObservation; alongside?: Write[] };

async function downloadFromCa(ports: DownloadPorts, known: KnownCa, domain: DomainIn<'downloading'>): Promise<Downloaded> {
  const { ca } = known;
  const { certificateUrl } = domain.issuance;
  const found = certificateUrl ?? (await certificateInOrder(ca, domain.issuance));
  if (typeof found !== 'string') return { answer: found };
  const fetched = await fetchCertificate(ports, known, domain, found);
  if ('answer' in fetched) return fetched;
  const trouble = classifyCaProblem('downloadCertificate', fetched.problem);
  const orderMayTell = certificateUrl !== undefined && isResourceMissing('downloadCertificate', fetched.problem);
  return { answer: orderMayTell ? await notDownloaded(ca, domain.issuance, trouble) : trouble };
}

/**
 * Notifies the agents, so that they fetch it while the execution waits for the first check. If this fails, the verifying step
 * repeats it.
 */
export async function announceToServer(domain: Domain, ports: AnnouncingPorts, now: Date): Promise<void> {
  if (domain.phase !== 'installing') return;
  for (const serverId of serversOf(domain)) {
    const certificate = await ports.certificates.get(domain.organizationId, serverId, domain.url);
    if (certificate?.state === 'present') await installAtServer(certificate, ports, now);
  }
}

/** One request: returns the certificate with the write for its server, or the CA's problem. */
export async function fetchCertificate(
  ports: DownloadPorts,
  { ca, name: caName }: KnownCa,
  domain: Fetching,
  certificateUrl: string,
): Promise<{ answer: DownloadedCertificate; alongside: Write[] } | { problem: AcmeProblem }> {
  const chain = await ca.downloadCertificate(certificateUrl);
  if (chain.kind === 'problem') return chain;
  const read = readChain(chain.value, { hostname: domain.url, csr: domain.issuance.csr, caName });
  if (read.kind === 'wrong') return { problem: malformedAnswer(`The CA sent a wrong certificate: ${read.reason}.`) };
  const kept = await keptUntilReplaced(domain, ports);
  const certificate = certificateOf(domain, chain.value, read.facts);
  const alongside = [...serversOf(domain).map((serverId) => ports.certificates.putWrite({ ...certificate, serverId })), ...kept];
  const spends = await ports.countIssued(caName, domain);
  return { answer: { kind: 'certificate-downloaded', certificate: read.facts, spends }, alongside };
}

/** After a lost race, maybe to another certificate of the same registered domain, the counts are read again. */
export async function recountIssued<Heard extends { kind: string }>(
  { cas, countIssued }: DownloadPorts & CaStepPorts,
  domain: Fetching,
  heard: { answer: Heard },
): Promise<{ answer: Heard }> {
  if (heard.answer.kind !== 'certificate-downloaded') return heard;
  return { answer: { ...heard.answer, spends: await countIssued(cas.of(domain.issuance.ca).name, domain) } };
}

async function keptUntilReplaced(domain: Domain, { certificates, formerCertificates }: DownloadPorts): Promise<Write[]> {
  if (domain.served === undefined) return [];
  return formerCertificates.putWrites(domain, await certificates.get(domain.organizationId, servingServerOf(domain), domain.url));
}

/** The certificate exists, but a CA replica may not have it yet: only the order can tell that it is lost. */
async function notDownloaded(
  ca: CertificateAuthority,
  issuance: OrderedIssuance,
  trouble: DownloadObservation,
): Promise<DownloadObservation> {
  const inOrder = await certificateInOrder(ca, issuance);
  return typeof inOrder === 'string' ? trouble : inOrder;
}

/** The certificate's URL in a valid order. The order was finalized, so an earlier state is a lagging answer. */
async function certificateInOrder(
  ca: CertificateAuthority,
  { orderUrl, authorizationUrl }: OrderedIssuance,
): Promise<string | DownloadObservation> {
  const read = await ca.getOrder(orderUrl);
  if (read.kind === 'problem') return classifyOrderProblem('getOrder', read.problem, ca);
  const { value: order, retryAfterSeconds } = read;
  if (order.certificate !== undefined) return order.certificate;
  switch (order.status) {
    case 'processing':
      return { kind: 'order-pending', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    case 'pending':
    case 'ready':
    case 'valid':
      return classifyCaProblem('getOrder', malformedAnswer(`The finalized order is ${order.status}, without a certificate.`));
    case 'invalid':
      return invalidOrderObstacle(order, authorizationUrl, ca);
  }
}

function certificateOf(domain: Fetching, chainPem: string, facts: CertificateFacts) {
  const { organizationId, url: hostname, id: domainId, execution, issuance } = domain;
  const { attempt } = execution;
  const certificate = { organizationId, hostname, domainId, attempt, facts, chainPem, sealedKey: issuance.sealedKey };
  return { ...certificate, ...(isNotSeenServed(domain) && { wasNotServed: true as const }) };
}
