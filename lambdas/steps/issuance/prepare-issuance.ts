import type { Timed } from '../../../contract/stack/timings.schema.ts';
import { type ChallengeType, challengeMethod, challengeTypeOf, type PublishedPorts } from '../../acme/challenge.ts';
import type { Slots } from '../../ca-limits/offer-slot.ts';
import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import type { HeldBy, ManagedObservation, PreparationObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnRequest, managedDeadline } from '../../lifecycle/issuance-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { mayOrderUnproven } from '../../lifecycle/preparation-transition.ts';
import type { IsZoneBehind } from '../../model/domains/challenge/challenge.store.ts';
import { isNotSeenServed } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain, DomainIn, Validation } from '../../model/domains/domain-row.schema.ts';
import { needsNewProof } from '../../model/domains/validation.ts';
import { type ExpectingPorts, expectHostname } from '../../model/servers/agent-installer.ts';
import type { CertificateReads } from '../../model/servers/certificate.store.ts';
import type { ManagedTenant, ManagedTenantReads } from '../../model/servers/managed-tenant.store.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { isManagedAt, problemFound, whyNotReady } from '../../model/servers/server.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import type { ReadPauses } from '../../shared/switches/switches.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Gathered, Step } from '../run-step.ts';
import { isWindowOver } from './ca-step.ts';
import { needsNoSlot } from './certificate-facts.ts';
import type { KeyAndCsr } from './csr.gateway.ts';

export interface PreparationPorts extends PublishedPorts {
  slots: Pick<Slots, 'exemptsReplacements' | 'offer' | 'stillQueued'>;
  paused: ReadPauses;
  isZoneBehind: IsZoneBehind;
  /** Of the CAs, as certificates show them, the preferred one first. */
  caNames: readonly [string, ...string[]];
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  lookAtValidation: (domain: Domain, validation: Validation, now: Date) => Promise<DnsObservation>;
  /** Of each CA, in the same order. */
  lookAtCaa: (hostname: string, now: Date, method: ChallengeType) => Promise<CaaObservation[]>;
  /** Where CloudFront gets the certificate itself. */
  cloudFront: CloudFrontPorts;
  /** Tells the server's agents of the hostname, without which they pass no challenge of it on. A repeat writes nothing. */
  hostnameWrites: ExpectingPorts;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  sealPrivateKey: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
}

interface CloudFrontPorts {
  /** Of its CA. */
  lookAtCaa: (hostname: string, now: Date) => Promise<CaaObservation>;
  tenants: Pick<ManagedTenantReads, 'get' | 'requestWrite'>;
  certificates: Pick<CertificateReads, 'get' | 'putManagedWrite'>;
}

/** What is left to do, the dispatcher does within a minute. */
const LONGEST_DISPATCH_SECONDS = 3;
const dispatchUntil = (now: Date) => new Date(addSeconds(now, LONGEST_DISPATCH_SECONDS));

/** For after the row's write. */
export interface PreparedPorts {
  /** Has whoever stands first in the queue granted what there is room for. */
  dispatch: (endsAt: Date) => Promise<unknown>;
  clock: Clock;
  /** Has the worker in AWS accounts get a certificate from CloudFront, unless it knows of the request. */
  announceTenant: (domain: Domain, now: Date) => Promise<void>;
}

/** Checks everything that can be known without the CA, which counts failed validations. */
export function prepareIssuance(ports: PreparationPorts, prepared: PreparedPorts): Step<'preparing', PreparationObservation> {
  return {
    name: 'prepare-issuance',
    phase: 'preparing',
    async gather(domain, time) {
      const server = await ports.servers.get(domain.organizationId, domain.serverId);
      return isManagedAt(server, domain) ? gatherManaged(ports, domain, server, time) : gather(ports, domain, time.now);
    },
    readAgain: async (domain, { observation }, now) => ({
      observation: await withSlotReadAgain(ports, domain, observation, now),
    }),
    decide: decideOnRequest,
    announce: async (domain, now, observation) => {
      if (domain.phase !== 'preparing') return;
      if (domain.issuance.place !== undefined) await prepared.dispatch(dispatchUntil(prepared.clock()));
      if (isToBeAnnounced(observation)) await prepared.announceTenant(domain, now);
    },
  };
}

/**
 * The slot comes last: a name takes or awaits one when there is no other obstacle and its key and CSR are made. A queued name is
 * not checked again before its turn.
 */
async function gather(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
): Promise<Gathered<PreparationObservation>> {
  const { place, slotGrantedAt } = domain.issuance;
  if (place !== undefined && slotGrantedAt === undefined) {
    const heldBy = await heldByWhom(ports, domain);
    return { observation: { kind: 'still-queued', slot: await ports.slots.stillQueued(domain, place, now, heldBy) } };
  }
  if (isWindowOver(domain.issuance, now)) return { observation: { kind: 'window-over' } };
  const { obstacle, ...found } = await beforeCa(ports, domain, now);
  if (obstacle === undefined) return prepareOrder(ports, domain, now, found);
  const triesAnyway = obstacle.kind === 'preflight-failed' && obstacle.seenByAgent && mayOrderUnproven(domain, now);
  return triesAnyway ? prepareOrder(ports, domain, now, { ...found, isUnproven: true }) : { observation: obstacle };
}

/** Somebody was faster, perhaps to the slot. What else was found holds. */
async function withSlotReadAgain(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  observation: PreparationObservation,
  now: Date,
): Promise<PreparationObservation> {
  return observation.kind === 'preflight-passed' ? { ...observation, slot: await slotFor(ports, domain, now) } : observation;
}

type Passed = Extract<PreparationObservation, { kind: 'preflight-passed' }>;
interface BeforeCa extends Pick<Passed, 'caa'> {
  obstacle?: Exclude<PreparationObservation, Passed>;
}

/** DNS that gives no answer is no proof that the name is gone: the preflight, which needs it too, then decides. */
async function beforeCa(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<BeforeCa> {
  const { organizationId, serverId, url: hostname } = domain;
  const type = challengeTypeOf(domain);
  const { validation } = domain;
  const [dns] = await Promise.all([
    validation ? ports.lookAtValidation(domain, validation, now) : ports.lookAtCname(domain, now),
    expectHostname({ organizationId, serverId, hostname }, ports.hostnameWrites, now),
  ]);
  const isGone = dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere';
  // A proof that nobody is led to is an order that fails for certain; where traffic leads, the preflight asks again.
  if (validation && dns.kind !== 'cname-matched') return { obstacle: { kind: 'validation-gone', dns } };
  if (isGone) return { obstacle: { kind: 'cname-gone', dns } };
  const [observations, trouble] = await Promise.all([
    ports.lookAtCaa(domain.url, now, type),
    challengeMethod(type).isPublished(domain, ports, now),
  ]);
  const { forbidden, ...judged } = judgedByCaa(ports.caNames, observations, dns, domain);
  if (forbidden) return { obstacle: { kind: 'caa-forbids', diagnosis: forbidden } };
  if (trouble === undefined) return judged;
  const { seenByAgent, ...seen } = trouble;
  // Where DNS gives us no answer, the CA may get none either.
  const mayTry = seenByAgent && dns.kind === 'cname-matched';
  return { obstacle: { kind: 'preflight-failed', ...seen, ...(mayTry && { seenByAgent }) }, ...judged };
}

type Judged = Pick<BeforeCa, 'caa'> & { forbidden?: ReturnType<typeof forbiddenByCaa> };

/** Forbidden where no CA is left that might be asked: told of the first that is. */
function judgedByCaa(
  caNames: readonly string[],
  observations: CaaObservation[],
  dns: DnsObservation,
  { issuance: { passedOver = [] } }: DomainIn<'preparing'>,
): Judged {
  const those = (are: (caa: CaaObservation) => boolean) => caNames.filter((_, at) => observations.slice(at, at + 1).some(are));
  const isForbidding = (caa: CaaObservation) => !isSilent(dns, caa) && forbiddenByCaa(caa) !== undefined;
  const first = observations.find(isForbidding);
  const forbids = those(isForbidding);
  const isAnyLeft = caNames.some((name) => !forbids.includes(name) && !passedOver.includes(name));
  if (first && !isAnyLeft) return { forbidden: forbiddenByCaa(first) };
  const unjudged = those(({ kind }) => kind === 'caa-unjudged');
  if (forbids.length === 0 && unjudged.length === 0) return {};
  return { caa: { ...(forbids.length > 0 && { forbids }), ...(unjudged.length > 0 && { unjudged }) } };
}

/** Where the zone gives no answer at all, it says nothing about CAA. */
function isSilent(dns: DnsObservation, caa: CaaObservation): boolean {
  return dns.kind === 'dns-unknown' && caa.kind === 'caa-unreadable';
}

async function prepareOrder(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
  found: Pick<Passed, 'caa' | 'isUnproven'>,
): Promise<Gathered<PreparationObservation>> {
  const key = await keyAndCsr(ports, domain);
  return { observation: { kind: 'preflight-passed', slot: await slotFor(ports, domain, now), ...key, ...found } };
}

async function slotFor(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<Passed['slot']> {
  const { slots, caNames } = ports;
  const heldBy = await heldByWhom(ports, domain);
  // Where the zone is behind, it waits for that without a slot (ca-choice.ts).
  if (heldBy !== 'operator' && needsNoSlot(domain, slots, caNames[0])) return { kind: 'slot-not-needed' };
  return slots.offer(domain, now, heldBy);
}

async function heldByWhom(ports: PreparationPorts, domain: DomainIn<'preparing'>): Promise<HeldBy | undefined> {
  if (await isPausedFor(ports, domain)) return 'operator';
  return needsNewProof(domain) && (await ports.isZoneBehind()) ? 'zone' : undefined;
}

async function isPausedFor({ paused }: PreparationPorts, { organizationId }: DomainIn<'preparing'>): Promise<boolean> {
  return (await paused()).ordersOf(organizationId);
}

/**
 * What an earlier turn or order of this request left is used again, so that neither waiting nor a lost order costs another key.
 */
async function keyAndCsr(
  { newKeyAndCsr, sealPrivateKey }: PreparationPorts,
  domain: DomainIn<'preparing'>,
): Promise<{ sealedKey: Sealed; csr: string }> {
  const { sealedKey, csr } = domain.issuance;
  if (sealedKey && csr !== undefined) return { sealedKey, csr };
  const made = await newKeyAndCsr(domain.url);
  return { sealedKey: await sealPrivateKey(made.privateKeyPem, domain), csr: made.csr };
}

/**
 * Nobody can ask for a certificate at CloudFront before DNS leads there: its CA looks for the proof at the hostname. The worker
 * in AWS accounts does the rest, and is only read here.
 */
async function gatherManaged(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  server: Server | undefined,
  { now, timings }: Timed,
): Promise<Gathered<PreparationObservation>> {
  if (isWindowOver(domain.issuance, now)) return { observation: { kind: 'window-over' } };
  const { lookAtCname, cloudFront } = ports;
  const { organizationId, serverId, url: hostname } = domain;
  const [dns, caa, tenant] = await Promise.all([
    lookAtCname(domain, now),
    cloudFront.lookAtCaa(hostname, now),
    cloudFront.tenants.get(organizationId, serverId, hostname),
  ]);
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return { observation: { kind: 'cname-gone', dns } };
  const forbidden = isSilent(dns, caa) ? undefined : forbiddenByCaa(caa);
  if (forbidden) return { observation: { kind: 'caa-forbids', diagnosis: forbidden } };
  if (tenant && isRequestOf(domain, tenant)) return readAnswer(cloudFront, domain, tenant, server, now);
  if (await isPausedFor(ports, domain)) return { observation: { kind: 'managed-paused' } };
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
  return { observation: { kind: 'managed-requested' }, alongside: [request] };
}

function isRequestOf({ id, issuance }: DomainIn<'preparing'>, tenant: ManagedTenant): boolean {
  const { domainId, state, certificateRequestId } = tenant;
  return domainId === id && state === 'wanted' && certificateRequestId === issuance.certificateRequestId;
}

function readAnswer(
  { certificates }: CloudFrontPorts,
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
    return { observation: { kind: 'managed-issued', certificate: facts }, alongside: [put] };
  }
  const whyNot = problem ? problemFound(problem) : whyNotReady(server);
  if (whyNot?.reason !== undefined)
    return { observation: { kind: 'managed-obstructed', blocked: { ...whyNot, reason: whyNot.reason }, evidence: [] } };
  return { observation: { kind: 'managed-pending', ...(announcedAt === undefined && { isUnannounced: true }) } };
}

/** What a killed run has left is announced by the next look. */
function isToBeAnnounced(observation: PreparationObservation): boolean {
  return (
    observation.kind === 'managed-requested' || (observation.kind === 'managed-pending' && observation.isUnannounced === true)
  );
}
