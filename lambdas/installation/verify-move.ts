import type { Domain, DomainIn } from '../domains/domain-row.schema.ts';
import { decideOnMove } from '../lifecycle/move-transition.ts';
import type { DnsObservation, MoveObservation } from '../lifecycle/observation.ts';
import type { Step } from '../lifecycle/run-step.ts';
import { announceCertificate } from './announce-certificate.ts';
import { lookFromOutside } from './look-from-outside.ts';
import { certificateOf, type InstallationPorts } from './verify-installation.ts';

export interface MovePorts extends InstallationPorts {
  /** Whether the hostname's CNAME chain passes the domain's own target: another label of its organization does not count. */
  lookAtOwnTarget: (domain: Domain, now: Date) => Promise<DnsObservation>;
}

/** Announces a certificate to the server that its domain moves to, and looks whether it is served there and DNS leads there. */
export function verifyMove(ports: MovePorts): Step<'moving', MoveObservation> {
  return {
    name: 'verify-move',
    phase: 'moving',
    async gather(domain, now) {
      const [installation, dns] = await Promise.all([lookAtServer(domain, ports, now), ports.lookAtOwnTarget(domain, now)]);
      return { seen: { dns, ...(installation && { installation }) } };
    },
    decide: decideOnMove,
  };
}

/** The hostname still leads to the old server: the new one is reached by its label. Once seen there, it is not looked at again. */
async function lookAtServer(domain: DomainIn<'moving'>, ports: MovePorts, now: Date) {
  if (domain.move?.state === 'awaiting_dns') return;
  const certificate = await certificateOf(domain, ports);
  const server = await announceCertificate(certificate, ports, now);
  return lookFromOutside(certificate, server, ports, now, domain.cnameTarget);
}
