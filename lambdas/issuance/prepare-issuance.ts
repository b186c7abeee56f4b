import type { Domain, DomainIn, SealedKey } from '../domains/domain-row.schema.ts';
import type { ServerStore } from '../installation/server.store.ts';
import { decideOnPreparation } from '../lifecycle/issuance-transition.ts';
import type { DnsObservation, PreparationObservation } from '../lifecycle/observation.ts';
import type { Step } from '../lifecycle/run-step.ts';
import type { KeyAndCsr } from './csr.gateway.ts';
import type { OrderBudget } from './order-budget.store.ts';
import type { Preflight } from './preflight.ts';

export interface PreparationPorts {
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  preflight: (hostname: string, now: Date) => Promise<Preflight>;
  servers: Pick<ServerStore, 'get'>;
  budget: OrderBudget;
  /** Whole seconds, so that those whom one minute refused do not all come back in the same second of the next. */
  jitterSeconds: () => number;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  seal: (privateKeyPem: string, domain: Domain) => Promise<SealedKey>;
}

/** Everything that can be known without the CA is made sure of before it is asked: it counts failed validations. */
export function prepareIssuance(ports: PreparationPorts): Step<'preparing', PreparationObservation> {
  return {
    name: 'prepare-issuance',
    phase: 'preparing',
    gather: async (domain, now) => ({
      seen: (await obstacleBeforeCa(ports, domain, now)) ?? (await prepared(ports, domain, now)),
    }),
    decide: decideOnPreparation,
  };
}

/** DNS that gives no answer is no proof that the name is gone: the preflight, which needs it too, then decides. */
async function obstacleBeforeCa(
  { lookAtCname, preflight, servers }: PreparationPorts,
  domain: DomainIn<'preparing'>,
  now: Date,
): Promise<PreparationObservation | undefined> {
  const dns = await lookAtCname(domain, now);
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return { kind: 'cname-gone', evidence: dns.evidence };
  const looked = await preflight(domain.url, now);
  if (looked.kind === 'passed') return undefined;
  const server = await servers.get(domain.organizationId, domain.serverId);
  const serverConnected = Object.keys(server?.machines ?? {}).length > 0;
  return { kind: 'preflight-failed', serverConnected, evidence: [looked.evidence] };
}

async function prepared(ports: PreparationPorts, domain: DomainIn<'preparing'>, now: Date): Promise<PreparationObservation> {
  const slot = await ports.budget.takeSlot(now);
  if (slot.kind === 'spent') return { kind: 'slot-refused', retryAfterSeconds: slot.minuteEndsInSeconds + ports.jitterSeconds() };
  return { kind: 'preflight-passed', grantedAt: now.toISOString(), ...(await keyAndCsr(ports, domain)) };
}

/** What an earlier order of this request left is used again, so that a lost order does not cost another key. */
async function keyAndCsr(
  { newKeyAndCsr, seal }: PreparationPorts,
  domain: DomainIn<'preparing'>,
): Promise<{ sealedKey: SealedKey; csr: string }> {
  const { sealedKey, csr } = domain.issuance;
  if (sealedKey && csr !== undefined) return { sealedKey, csr };
  const made = await newKeyAndCsr(domain.url);
  return { sealedKey: await seal(made.privateKeyPem, domain), csr: made.csr };
}
