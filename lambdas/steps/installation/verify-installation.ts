import { decideOnInstallation } from '../../lifecycle/installation-transition.ts';
import type { InstallationObservation } from '../../lifecycle/observation.ts';
import type { Step } from '../../lifecycle/run-step.ts';
import type { TlsPorts } from '../../looks/look-at-tls.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { PresentCertificate } from '../../model/servers/certificate.schema.ts';
import type { CertificateStore } from '../../model/servers/certificate.store.ts';
import { type InstallerPorts, installAtItsServer } from '../../model/servers/installer.ts';
import { lookFromOutside } from './look-from-outside.ts';

export interface InstallationPorts extends InstallerPorts, TlsPorts {
  certificates: InstallerPorts['certificates'] & Pick<CertificateStore, 'get'>;
}

/** Installs the issued certificate at the domain's server, then looks from outside whether it is served. */
export function verifyInstallation(ports: InstallationPorts): Step<'installing', InstallationObservation> {
  return {
    name: 'verify-installation',
    phase: 'installing',
    async gather(domain, now) {
      const certificate = await certificateOf(domain, ports);
      const server = await installAtItsServer(certificate, ports, now);
      return { observation: await lookFromOutside(certificate, server, ports, now) };
    },
    decide: decideOnInstallation,
  };
}

/** The certificate that the domain's present server is to serve. It was written with the row's phase, so that it must be there. */
export async function certificateOf(
  { id, organizationId, serverId, url }: Domain,
  { certificates }: { certificates: Pick<CertificateStore, 'get'> },
): Promise<PresentCertificate> {
  const certificate = await certificates.get(organizationId, serverId, url);
  if (certificate?.state !== 'present') throw new Error(`the certificate of domain ${id} is not in the table`);
  return certificate;
}
