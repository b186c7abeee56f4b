import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import type { DnsObservation, PreparationObservation } from '../../lifecycle/observation.ts';
import { decideOnPreparation } from '../../lifecycle/preparation-transition.ts';
import type { Step } from '../../lifecycle/run-step.ts';
import { mayOrderUnproven } from '../../lifecycle/unproven-order.ts';
import { type ChallengePathPorts, lookAtChallengePath } from '../../looks/look-at-challenge-path.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { isWindowOver } from './ca-step.ts';
import type { KeyAndCsr } from './csr.gateway.ts';
import { type SlotPorts, slotRefused } from './order-slot.ts';

export interface PreparationPorts extends ChallengePathPorts, SlotPorts {
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  lookAtCaa: (hostname: string, now: Date) => Promise<CaaObservation>;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  seal: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
}

/** Everything that can be known without the CA is made sure of before it is asked: it counts failed validations. */
export function prepareIssuance(ports: PreparationPorts): Step<'preparing', PreparationObservation> {
  return {
    name: 'prepare-issuance',
    phase: 'preparing',
    gather: async (domain, now) => ({ observation: await observe(ports, domain, now) }),
    decide: decideOnPreparation,
  };
}

/**
 * A thousand domains that wait for sixty slots a minute must not each ask DNS and the customer's server every time: whether
 * the minute is spent is read first. The slot itself is taken last, so that no failed preflight wastes one.
 */
async function observe(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<PreparationObservation> {
  if (isWindowOver(domain.issuance, now)) return { kind: 'window-over' };
  // An obstacle that is there still is no wait for the budget: its window goes on.
  const isObstructed = domain.issuance.preflightDeadlineAt !== undefined;
  if (!isObstructed && (await ports.budget.isSpent(now))) return slotRefused(ports, domain, now);
  const obstacle = await obstacleBeforeCa(ports, domain, now);
  if (obstacle === undefined) return prepared(ports, domain, now);
  const triesAnyway = obstacle.kind === 'preflight-failed' && obstacle.seenByAgent && mayOrderUnproven(domain, now);
  return triesAnyway ? prepared(ports, domain, now, { isUnproven: true }) : obstacle;
}

/** DNS that gives no answer is no proof that the name is gone: the preflight, which needs it too, then decides. */
async function obstacleBeforeCa(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
): Promise<PreparationObservation | undefined> {
  const dns = await ports.lookAtCname(domain, now);
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return { kind: 'cname-gone', evidence: dns.evidence };
  const [caa, trouble] = await Promise.all([ports.lookAtCaa(domain.url, now), lookAtChallengePath(ports, domain, now)]);
  const forbidden = isSilent(dns, caa) ? undefined : forbiddenByCaa(caa);
  if (forbidden) return { kind: 'caa-forbids', diagnosis: forbidden };
  if (trouble === undefined) return undefined;
  const { seenByAgent, ...seen } = trouble;
  // Where DNS gives us no answer, the CA may get none either.
  return { kind: 'preflight-failed', ...seen, ...(seenByAgent && dns.kind === 'cname-matched' && { seenByAgent }) };
}

/** Where the zone gives no answer at all, it says nothing about CAA. */
function isSilent(dns: DnsObservation, caa: CaaObservation): boolean {
  return dns.kind === 'dns-unknown' && caa.kind === 'caa-unreadable';
}

async function prepared(
  ports: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
  unproven: { isUnproven?: true } = {},
): Promise<PreparationObservation> {
  if (!(await ports.budget.takeSlot(now))) return slotRefused(ports, domain, now);
  return { kind: 'preflight-passed', grantedAt: now.toISOString(), ...(await keyAndCsr(ports, domain)), ...unproven };
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
