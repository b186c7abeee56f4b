import { decideOnRetirement } from '../../lifecycle/retirement-transition.ts';
import type { Step } from '../../lifecycle/run-step.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { CertificateStore } from '../../model/servers/certificate.store.ts';
import { type InstallerPorts, type InstallingPorts, installer } from '../../model/servers/installer.ts';

export interface RetirementPorts extends Pick<InstallingPorts, 'servers'> {
  /**
   * These writes are what the step does outside, so they come before its decision. They cannot be in the transaction of the row:
   * a newer domain may have put a certificate of its own there, which stays, and whose refusal would refuse the row's write, too.
   */
  certificateWrites: Pick<CertificateStore, 'retire'>;
  /** What tells the server, once the certificate is taken away. */
  installerWrites: InstallerPorts;
}

/** Ends a move, or an installation that was moved: the servers that the domain has left lose its certificate. */
export function retireCertificate(ports: RetirementPorts): Step<'retiring', 'retired'> {
  return {
    name: 'retire-certificate',
    phase: 'retiring',
    async gather(domain, { now }) {
      await retireCertificates(domain, ports, now);
      return { observation: 'retired' };
    },
    decide: decideOnRetirement,
  };
}

/**
 * Takes the domain's certificate away from every server that it is to be taken away from, and tells their agents. Killed
 * anywhere it is simply repeated. What a newer domain, or a later attempt of this one, has put there is left alone.
 */
export async function retireCertificates(domain: Domain, ports: RetirementPorts, now: Date): Promise<void> {
  const { organizationId, url: hostname, id: domainId, execution, retireFrom = [] } = domain;
  const { attempt } = execution;
  for (const serverId of retireFrom) {
    const removed = await ports.certificateWrites.retire({ organizationId, serverId, hostname, domainId, attempt }, now);
    if (!removed) continue;
    const server = await ports.servers.get(organizationId, serverId);
    await installer(server).remove(removed, ports.installerWrites, now);
  }
}
