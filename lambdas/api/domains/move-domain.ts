import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { moveRequested } from '../../lifecycle/requests/move-request.ts';
import type { Change } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { FoundDomain } from '../../model/domains/find-domain.ts';
import type { CertificateStore } from '../../model/servers/certificate.store.ts';
import { installer } from '../../model/servers/installer.ts';
import { cnameTargetOf } from '../../model/servers/server.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Call } from '../pipeline/api-route.ts';
import { findServerByNumber, type ServerByNumberPorts, serverForDomain } from './server-by-number.ts';

export interface MovePorts extends ServerByNumberPorts {
  certificates: CertificateStore;
  settings: Settings;
}

/** The domain on its way to another server of its organization, with all that has to be written for it. */
export async function moveTo(
  serverId: number,
  domain: FoundDomain,
  call: Call,
  ports: MovePorts,
): Promise<{ domain: Domain; change: Change; isNewServer: boolean }> {
  const { certificates, settings } = ports;
  const { organizationId, url } = domain;
  const [numbered, certificate] = await Promise.all([
    findServerByNumber(organizationId, serverId, ports),
    certificates.get(organizationId, domain.serverId, url),
  ]);
  const { server, isNew, writes } = serverForDomain(numbered, call, ports);
  const cnameTarget = cnameTargetOf(server, settings.baseTarget);
  const to = { serverId, cnameTarget, connected: installer(server).isReady(), isNew };
  const requested = moveRequested(domain, to, certificate, call.now, settings.timings);
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  if (requested.kind === 'unchanged') throw new Error(`domain ${domain.id} cannot be moved to server ${serverId}`);
  const { timeline, events, startExecution } = requested;
  const alongside = [...writes, ...('put' in requested ? [certificates.putWrite(requested.put)] : [])];
  return { domain: requested.domain, change: { timeline, events, startExecution, alongside }, isNewServer: isNew };
}
