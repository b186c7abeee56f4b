import { decideOnDns } from '../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import type { Step } from '../lifecycle/run-step.ts';
import { type CnamePorts, lookAtCname } from './look-at-cname.ts';

/** The first step of the lifecycle: it has its turn until the CNAME is right or its window is over. */
export function checkDns(ports: CnamePorts): Step<'awaiting-dns', DnsObservation> {
  return {
    name: 'check-dns',
    phase: 'awaiting-dns',
    gather: async (domain, now) => ({ seen: await lookAtCname(ports, domain, now) }),
    decide: decideOnDns,
  };
}
