import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import { type ManagedObservation, managedDeadline } from '../../lifecycle/managed-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { isNotSeenServed } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { CertificateReads } from '../../model/servers/certificate.store.ts';
import type { ManagedTenant, ManagedTenantReads } from '../../model/servers/managed-tenant.store.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { toNotReady, whyNotReady } from '../../model/servers/server.ts';
import type { ReadPauses } from '../../shared/switches/switches.store.ts';
import type { Gathered } from '../run-step.ts';
import { isWindowOver } from './ca-step.ts';

// The request for a certificate that CloudFront gets itself, and its answer.

export interface ManagedPorts {
  paused: ReadPauses;
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  cloudFront: {
    /** For CloudFront's CA. */
    lookAtCaa: (hostname: string, now: Date) => Promise<CaaObservation>;
    tenants: Pick<ManagedTenantReads, 'get' | 'requestWrite'>;
    certificates: Pick<CertificateReads, 'get' | 'putManagedWrite'>;
  };
}

export interface AnnouncingTenantPorts {
  /** Makes the worker get a certificate from CloudFront, unless it already knows the request. */
  announceTenant: (domain: Domain, now: Date) => Promise<void>;
}

/**
 * CloudFront cannot get a certificate before DNS points there: its CA looks for the proof at the hostname. The worker in AWS
 * accounts does the rest; this step only reads its state.
 */
export async function gatherManaged(
  ports: ManagedPorts,
  domain: DomainIn<'preparing'>,
  server: Server | undefined,
  { now, timings }: TimedDecision,
): Promise<Gathered<ManagedObservation>> {
  if (isWindowOver(domain.issuance, now)) return { observation: { kind: 'window-over' } };
  const { lookAtCname, cloudFront } = ports;
  const { organizationId, serverId, url: hostname } = domain;
  const [dns, caa, tenant] = await Promise.all([
    lookAtCname(domain, now),
    cloudFront.lookAtCaa(hostname, now),
    cloudFront.tenants.get(organizationId, serverId, hostname),
  ]);
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return { observation: { kind: 'cname-gone', dns } };
  const forbidden = forbiddenByCaa(caa, dns.kind === 'dns-unknown');
  if (forbidden) return { observation: { kind: 'caa-forbids', diagnosis: forbidden } };
  if (tenant && isRequestOf(domain, tenant)) return readAnswer(cloudFront, domain, tenant, server, now);
  if ((await ports.paused()).ordersOf(organizationId)) return { observation: { kind: 'paused' } };
  const deadlineAt = managedDeadline(domain, now, timings.issuanceWindowSeconds);
  const certificate = await cloudFront.certificates.get(organizationId, serverId, hostname);
  const replacedArn = certificate?.state === 'present' ? certificate.atAws?.certificateArn : undefined;
  const request = cloudFront.tenants.requestWrite({
    ...{ organizationId, serverId, hostname, deadlineAt },
    domainId: domain.id,
    certificateRequestId: domain.issuance.certificateRequestId,
    ...(domain.served && {
      formerFingerprint: domain.served.certificate.fingerprintSha256,
      formerNotAfter: domain.served.certificate.notAfter,
      ...(isNotSeenServed(domain) && { wasNotServed: true }),
    }),
    ...(replacedArn !== undefined && { replacedArn }),
  });
  return { observation: { kind: 'requested' }, alongside: [request] };
}

function isRequestOf({ id, issuance }: DomainIn<'preparing'>, tenant: ManagedTenant): boolean {
  const { domainId, state, certificateRequestId } = tenant;
  return domainId === id && state === 'wanted' && certificateRequestId === issuance.certificateRequestId;
}

function readAnswer(
  { certificates }: ManagedPorts['cloudFront'],
  domain: DomainIn<'preparing'>,
  tenant: ManagedTenant,
  server: Server | undefined,
  now: Date,
): Gathered<ManagedObservation> {
  const { facts, formerFingerprint, problem, announcedAt } = tenant;
  if (facts && facts.fingerprintSha256 !== formerFingerprint) {
    const { organizationId, serverId, url: hostname, id: domainId, execution } = domain;
    const { attempt } = execution;
    const put = certificates.putManagedWrite({ organizationId, serverId, hostname, domainId, attempt, facts }, now);
    return { observation: { kind: 'issued', certificate: facts }, alongside: [put] };
  }
  const whyNot = problem ? toNotReady(problem) : whyNotReady(server);
  if (whyNot?.reason !== undefined)
    return { observation: { kind: 'obstructed', blocked: { ...whyNot, reason: whyNot.reason }, evidence: [] } };
  return { observation: { kind: 'pending', ...(announcedAt === undefined && { isUnannounced: true }) } };
}

/** The next check announces what a killed run has left. */
export async function announceManaged(
  domain: Domain,
  observation: ManagedObservation,
  { announceTenant }: AnnouncingTenantPorts,
  now: Date,
): Promise<void> {
  const isNews = observation.kind === 'requested' || (observation.kind === 'pending' && observation.isUnannounced);
  if (isNews) await announceTenant(domain, now);
}
