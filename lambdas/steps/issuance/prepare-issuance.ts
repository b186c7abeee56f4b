import { type ChallengeType, challengeMethod, challengeTypeOf, type PublishedPorts } from '../../acme/challenge.ts';
import type { Slots } from '../../ca-limits/offer-slot.ts';
import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import type { HeldBy, PreparationObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnManaged, type ManagedObservation } from '../../lifecycle/managed-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { decideOnPreparation, mayOrderUnproven } from '../../lifecycle/preparation-transition.ts';
import type { IsZoneBehind } from '../../model/domains/challenge/challenge.store.ts';
import type { Domain, DomainIn, Validation } from '../../model/domains/domain-row.schema.ts';
import { needsNewProof } from '../../model/domains/validation.ts';
import { type ExpectingPorts, expectHostname } from '../../model/servers/agent-installer.ts';
import { isManagedAt } from '../../model/servers/server.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Gathered, Step } from '../run-step.ts';
import { isWindowOver } from './ca-step.ts';
import { needsNoSlot } from './certificate-facts.ts';
import type { KeyAndCsr } from './csr.gateway.ts';
import { type AnnouncingTenantPorts, announceManaged, gatherManaged, type ManagedPorts } from './managed-certificate.ts';

export interface PreparationPorts extends PublishedPorts, ManagedPorts {
  slots: Pick<Slots, 'exemptsReplacements' | 'offer' | 'stillQueued'>;
  isZoneBehind: IsZoneBehind;
  /** The CAs' names as in certificates, the preferred one first. */
  caNames: readonly [string, ...string[]];
  lookAtValidation: (domain: Domain, validation: Validation, now: Date) => Promise<DnsObservation>;
  /** One result per CA, in the same order. */
  lookAtCaa: (hostname: string, now: Date, method: ChallengeType) => Promise<CaaObservation[]>;
  /** Tells the server's agents about the hostname, without which they do not forward its challenges. A repeat writes nothing. */
  hostnameWrites: ExpectingPorts;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  sealPrivateKey: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
}

/** The dispatcher does the rest within a minute. */
const MAX_DISPATCH_SECONDS = 3;
const dispatchUntil = (now: Date) => new Date(addSeconds(now, MAX_DISPATCH_SECONDS));

export interface PreparedPorts extends AnnouncingTenantPorts {
  /** Grants slots from the front of the queue, as far as there is room. */
  dispatch: (endsAt: Date) => Promise<unknown>;
  clock: Clock;
}

/** The request's kind: CloudFront gets the certificate itself, or a CA order does. */
type Seen = { kind: 'managed'; managed: ManagedObservation } | PreparationObservation;

/**
 * Checks everything that can be known without the CA, which counts failed validations. Certificates that CloudFront gets itself
 * have their own flow (managed-certificate.ts): only this step distinguishes the two.
 */
export function prepareIssuance(ports: PreparationPorts, prepared: PreparedPorts): Step<'preparing', Seen> {
  return {
    name: 'prepare-issuance',
    phase: 'preparing',
    async gather(domain, time) {
      const server = await ports.servers.get(domain.organizationId, domain.serverId);
      if (!isManagedAt(server, domain)) return gather(ports, domain, time.now);
      const { observation: managed, ...gathered } = await gatherManaged(ports, domain, server, time);
      return { observation: { kind: 'managed', managed }, ...gathered };
    },
    readAgain: (domain, gathered, now) => withSlotReadAgain(ports, domain, gathered, now),
    decide: (domain, observation, time) =>
      observation.kind === 'managed'
        ? decideOnManaged(domain, observation.managed, time)
        : decideOnPreparation(domain, observation, time),
    announce: async (domain, now, observation) => {
      if (domain.phase !== 'preparing') return;
      if (domain.issuance.place !== undefined) await prepared.dispatch(dispatchUntil(prepared.clock()));
      if (observation.kind === 'managed') await announceManaged(domain, observation.managed, prepared, now);
    },
  };
}

/**
 * The slot comes last: a name takes or awaits one when no other obstacle is left and its key and CSR exist. A queued name is not
 * checked again before its turn.
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
  const { obstacle, ...found } = await checkBeforeCa(ports, domain, now);
  if (obstacle === undefined) return prepareOrder(ports, domain, now, found);
  const triesAnyway = obstacle.kind === 'preflight-failed' && obstacle.seenByAgent && mayOrderUnproven(domain, now);
  return triesAnyway ? prepareOrder(ports, domain, now, { ...found, isUnproven: true }) : { observation: obstacle };
}

/** A concurrent request was faster, maybe to the slot. The other findings stay valid. */
async function withSlotReadAgain(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  gathered: Gathered<Seen>,
  now: Date,
): Promise<Gathered<Seen>> {
  const { observation } = gathered;
  if (observation.kind !== 'preflight-passed') return gathered;
  return { observation: { ...observation, slot: await slotFor(ports, domain, now) } };
}

type Passed = Extract<PreparationObservation, { kind: 'preflight-passed' }>;
interface BeforeCa extends Pick<Passed, 'caa'> {
  obstacle?: Exclude<PreparationObservation, Passed>;
}

/** A missing DNS answer does not prove that the name is gone: the preflight, which needs it too, decides. */
async function checkBeforeCa(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<BeforeCa> {
  const { organizationId, serverId, url: hostname } = domain;
  const type = challengeTypeOf(domain);
  const { validation } = domain;
  const [dns] = await Promise.all([
    validation ? ports.lookAtValidation(domain, validation, now) : ports.lookAtCname(domain, now),
    expectHostname({ organizationId, serverId, hostname }, ports.hostnameWrites, now),
  ]);
  const isGone = dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere';
  // Without a visible proof the order would certainly fail; for traffic, the preflight checks again.
  if (validation && dns.kind !== 'cname-matched') return { obstacle: { kind: 'validation-gone', dns } };
  if (isGone) return { obstacle: { kind: 'cname-gone', dns } };
  const [observations, trouble] = await Promise.all([
    ports.lookAtCaa(domain.url, now, type),
    challengeMethod(type).isPublished(domain, ports, now),
  ]);
  const { forbidden, ...judged } = checkCaa(ports.caNames, observations, dns, domain);
  if (forbidden) return { obstacle: { kind: 'caa-forbids', diagnosis: forbidden } };
  if (trouble === undefined) return judged;
  const { seenByAgent, ...seen } = trouble;
  // If DNS does not answer the service, it may not answer the CA either.
  const mayTry = seenByAgent && dns.kind === 'cname-matched';
  return { obstacle: { kind: 'preflight-failed', ...seen, ...(mayTry && { seenByAgent }) }, ...judged };
}

type Judged = Pick<BeforeCa, 'caa'> & { forbidden?: ReturnType<typeof forbiddenByCaa> };

/** Forbidden if CAA allows none of the remaining CAs: the diagnosis is about the first one. */
function checkCaa(
  caNames: readonly string[],
  observations: CaaObservation[],
  dns: DnsObservation,
  { issuance: { passedOver = [] } }: DomainIn<'preparing'>,
): Judged {
  const those = (are: (caa: CaaObservation) => boolean) => caNames.filter((_, at) => observations.slice(at, at + 1).some(are));
  const isForbidding = (caa: CaaObservation) => forbiddenByCaa(caa, dns.kind === 'dns-unknown') !== undefined;
  const first = observations.find(isForbidding);
  const forbids = those(isForbidding);
  const isAnyLeft = caNames.some((name) => !forbids.includes(name) && !passedOver.includes(name));
  if (first && !isAnyLeft) return { forbidden: forbiddenByCaa(first) };
  const unjudged = those(({ kind }) => kind === 'caa-unjudged');
  if (forbids.length === 0 && unjudged.length === 0) return {};
  return { caa: { ...(forbids.length > 0 && { forbids }), ...(unjudged.length > 0 && { unjudged }) } };
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
  // While the zone is behind, the name waits without a slot (ca-choice.ts).
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
 * Reuses the key and CSR of an earlier turn or order of this request, so that neither waiting nor a lost order costs another key.
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
