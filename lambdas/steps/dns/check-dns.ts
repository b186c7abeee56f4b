import type { FindSetup } from '../../dns/domain-connect/find-setup.ts';
import { type CnamePorts, lookAtCname } from '../../dns/look-at-cname.ts';
import { decideOnDns } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import type { Step } from '../../lifecycle/run-step.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';

export interface CheckDnsPorts extends CnamePorts {
  claims: Pick<ClaimStore, 'validatedWrite'>;
  /** Absent where providers do not have our template. */
  findSetup?: FindSetup | undefined;
}

/**
 * The first step of the lifecycle: it has its turn until the CNAME is right or its window is over. A domain is validated only
 * while the claim to its hostname is its own.
 */
export function checkDns(ports: CheckDnsPorts): Step<'awaiting-dns', DnsObservation> {
  return {
    name: 'check-dns',
    phase: 'awaiting-dns',
    async gather(domain, now) {
      const observation = await lookAtCname(ports, domain, now);
      if (observation.kind === 'cname-matched') return { observation, alongside: [ports.claims.validatedWrite(domain, now)] };
      const setup = await ports.findSetup?.(domain, observation, now);
      return { observation: { ...observation, ...(setup && { setup }) } };
    },
    decide: decideOnDns,
  };
}
