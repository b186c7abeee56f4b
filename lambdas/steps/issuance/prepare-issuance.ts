import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import type { QueuedSlot, Slot, Slots } from '../../lifecycle/ca-budget/take-slot.ts';
import type { DnsObservation, PreparationObservation } from '../../lifecycle/observation.ts';
import { decideOnPreparation } from '../../lifecycle/preparation-transition.ts';
import type { Gathered, Step } from '../../lifecycle/run-step.ts';
import { mayOrderUnproven } from '../../lifecycle/unproven-order.ts';
import { type ChallengePathPorts, lookAtChallengePath } from '../../looks/look-at-challenge-path.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { isWindowOver } from './ca-step.ts';
import type { KeyAndCsr } from './csr.gateway.ts';
import { needsNoSlot } from './replaced-certificate.ts';

export interface PreparationPorts extends ChallengePathPorts {
  slots: Slots;
  /** Shown with certificates as their CA. */
  caName: string;
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  lookAtCaa: (hostname: string, now: Date) => Promise<CaaObservation>;
  /** Of the CAs that may take the place of the preferred one, in order. */
  fallbacks?: { preferred: string; others: { caName: string; lookAtCaa: PreparationPorts['lookAtCaa'] }[] };
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  seal: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
  /** Has whoever stands first in the queue granted what there is room for. */
  dispatch: () => Promise<unknown>;
}

/** Everything that can be known without the CA is made sure of before it is asked: it counts failed validations. */
export function prepareIssuance(ports: PreparationPorts): Step<'preparing', PreparationObservation> {
  return {
    name: 'prepare-issuance',
    phase: 'preparing',
    gather: (domain, now) => gather(ports, domain, now),
    decide: decideOnPreparation,
    announce: async (domain) => {
      if (domain.phase === 'preparing' && domain.issuance.place !== undefined) await ports.dispatch();
    },
  };
}

/**
 * The slot is taken last, so that no failed preflight wastes one and no name waits for one that it could not use. One that waits is looked
 * at no more until its turn has come.
 */
async function gather(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
): Promise<Gathered<PreparationObservation>> {
  const { place, slotGrantedAt } = domain.issuance;
  if (place !== undefined && slotGrantedAt === undefined) return waiting(await ports.slots.stillQueued(domain, place, now));
  if (isWindowOver(domain.issuance, now)) return { observation: { kind: 'window-over' } };
  const { obstacle, passedOver } = await beforeCa(ports, domain, now);
  if (obstacle === undefined) return prepared(ports, domain, now, { passedOver });
  const triesAnyway = obstacle.kind === 'preflight-failed' && obstacle.seenByAgent && mayOrderUnproven(domain, now);
  return triesAnyway ? prepared(ports, domain, now, { passedOver, isUnproven: true }) : { observation: obstacle };
}

function waiting({ entry, ...observation }: QueuedSlot): Gathered<PreparationObservation> {
  return { observation, alongside: [entry] };
}

interface BeforeCa {
  obstacle?: Exclude<PreparationObservation, { kind: 'preflight-passed' }>;
  /** CAs that the name's CAA records forbid, where they allow another. */
  passedOver: string[];
}

/** DNS that gives no answer is no proof that the name is gone: the preflight, which needs it too, then decides. */
async function beforeCa(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<BeforeCa> {
  const dns = await ports.lookAtCname(domain, now);
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere')
    return { obstacle: { kind: 'cname-gone', evidence: dns.evidence }, passedOver: [] };
  const [caa, trouble] = await Promise.all([ports.lookAtCaa(domain.url, now), lookAtChallengePath(ports, domain, now)]);
  const passedOver = caa.kind === 'caa-forbids' ? await forbiddenBeforeOther(ports, domain, now) : [];
  const forbidden = isSilent(dns, caa) || passedOver.length > 0 ? undefined : forbiddenByCaa(caa);
  if (forbidden) return { obstacle: { kind: 'caa-forbids', diagnosis: forbidden }, passedOver };
  if (trouble === undefined) return { passedOver };
  const { seenByAgent, ...seen } = trouble;
  // Where DNS gives us no answer, the CA may get none either.
  const mayTry = seenByAgent && dns.kind === 'cname-matched';
  return { obstacle: { kind: 'preflight-failed', ...seen, ...(mayTry && { seenByAgent }) }, passedOver };
}

/** The CAs before the first one that CAA records allow; none where they allow none. The preferred one is known to be forbidden. */
async function forbiddenBeforeOther({ fallbacks }: PreparationPorts, { url }: Domain, now: Date): Promise<string[]> {
  if (!fallbacks) return [];
  const forbidden = [fallbacks.preferred];
  for (const { caName, lookAtCaa } of fallbacks.others) {
    if ((await lookAtCaa(url, now)).kind === 'caa-allows') return forbidden;
    forbidden.push(caName);
  }
  return [];
}

/** Where the zone gives no answer at all, it says nothing about CAA. */
function isSilent(dns: DnsObservation, caa: CaaObservation): boolean {
  return dns.kind === 'dns-unknown' && caa.kind === 'caa-unreadable';
}

async function prepared(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
  { passedOver, ...unproven }: { passedOver: string[]; isUnproven?: true },
): Promise<Gathered<PreparationObservation>> {
  const slot = await slotFor(ports, domain, now);
  if (slot.kind === 'slot-queued') return waiting(slot);
  if (slot.kind === 'slot-not-before') return { observation: slot };
  const grantedAt = now.toISOString();
  const forbidden = passedOver.length > 0 && { passedOver };
  return { observation: { kind: 'preflight-passed', grantedAt, ...(await keyAndCsr(ports, domain)), ...forbidden, ...unproven } };
}

async function slotFor({ slots, caName }: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<Slot> {
  return needsNoSlot(domain, slots, caName) ? { kind: 'granted' } : slots.take(domain, now);
}

/** What an earlier order of this request left is used again, so that a lost order does not cost another key. */
async function keyAndCsr(
  { newKeyAndCsr, seal }: PreparationPorts,
  domain: DomainIn<'preparing'>,
): Promise<{ sealedKey: Sealed; csr: string }> {
  const { sealedKey, csr } = domain.issuance;
  if (sealedKey && csr !== undefined) return { sealedKey, csr };
  const made = await newKeyAndCsr(domain.url);
  return { sealedKey: await seal(made.privateKeyPem, domain), csr: made.csr };
}
