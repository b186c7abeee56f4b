import type { Change, DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { differences } from '../../shared/audit/audit-entry.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { type LatestPorts, onLatest } from './change-domain.ts';
import { UpdateDomainRequest } from './domain-requests.schema.ts';
import { type MovePorts, moveTo } from './move-domain.ts';
import { changeableFields, withUpdate } from './with-update.ts';

export interface UpdateDomainPorts extends LatestPorts, MovePorts {
  domains: Pick<DomainStore, 'get' | 'replace'>;
}

export function updateDomain(ports: UpdateDomainPorts): ApiRoute {
  return {
    operation: 'updateDomain',
    async prepare(request, caller) {
      const body = readJsonBody(request, UpdateDomainRequest);
      refuseQuery(request);
      const read = await findDomain(ports.domains, request, caller);
      return (call) => onLatest(read, request, caller, (domain) => update(domain, body, call, ports), ports);
    },
  };
}

async function update(
  domain: FoundDomain,
  body: UpdateDomainRequest,
  call: Call,
  ports: UpdateDomainPorts,
): Promise<HttpResponse> {
  const updated = await decide(domain, body, call, ports);
  const changed = differences(changeableFields(domain), changeableFields(updated.domain));
  if (!changed) return { status: 200, json: domainResource(domain) };
  await ports.domains.replace(domain, updated.domain, { ...updated.change, audit: { by: call.actor, ...changed } });
  return { status: 200, json: domainResource(updated.domain) };
}

async function decide(
  domain: FoundDomain,
  body: UpdateDomainRequest,
  call: Call,
  ports: UpdateDomainPorts,
): Promise<{ domain: Domain; change: Change }> {
  const updated = { ...withUpdate(domain, body), updatedAt: call.now.toISOString() };
  const { server_id: serverId = domain.serverId } = body;
  if (serverId === domain.serverId) {
    return { domain: updated, change: { timeline: 'domain.updated', events: ['domain.updated'] } };
  }
  const move = await moveTo(serverId, updated, call, ports);
  return { domain: move.domain, change: { ...move.change, events: ['domain.updated', ...move.change.events] } };
}
