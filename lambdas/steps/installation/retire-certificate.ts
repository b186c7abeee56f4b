import { decideOnRetirement } from '../../lifecycle/retirement-transition.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { announceTenant } from '../../model/servers/aws-installer.ts';
import type { CertificateStore } from '../../model/servers/certificate.store.ts';
import { type InstallerPorts, type InstallingPorts, installer } from '../../model/servers/installer.ts';
import type { Step } from '../run-step.ts';

export interface RetirementPorts extends Pick<InstallingPorts, 'servers'> {
  /**
   * These writes are the step's external effect, so they precede its decision. They cannot be in the row's transaction: a newer
   * domain's certificate there must stay, and that refusal would refuse the row's write, too.
   */
  certificateWrites: Pick<CertificateStore, 'retire'>;
  /** Notifies the server after the certificate's removal. */
  installerWrites: InstallerPorts;
}

/** Ends a move, or an installation during one: removes the certificate from the servers that the domain has left. */
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
 * Removes the domain's certificate from every server in its list and notifies their agents. Safe to repeat after a kill. A
 * certificate of a newer domain, or of a later attempt, stays.
 */
export async function retireCertificates(domain: Domain, ports: RetirementPorts, now: Date): Promise<void> {
  const { organizationId, url: hostname, id: domainId, execution, retireFrom = [] } = domain;
  const { attempt } = execution;
  for (const serverId of retireFrom) {
    await retireTenant(domain, serverId, ports, now);
    const removed = await ports.certificateWrites.retire({ organizationId, serverId, hostname, domainId, attempt }, now);
    if (!removed) continue;
    const server = await ports.servers.get(organizationId, serverId);
    await installer(server).remove(removed, ports.installerWrites, now);
  }
}

/** Also for a domain that never got its certificate, because the tenant may exist. */
async function retireTenant(domain: Domain, serverId: number, { servers, installerWrites }: RetirementPorts, now: Date) {
  const server = await servers.get(domain.organizationId, serverId);
  if (server?.type !== 'cloudfront') return;
  const tenant = await installerWrites.aws.tenants.retire(domain, serverId);
  if (tenant) await announceTenant(tenant, server, installerWrites, now);
}
