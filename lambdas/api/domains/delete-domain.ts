import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { removalRequested } from '../../lifecycle/requests/removal-request.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute, noBody } from '../pipeline/resource-route.ts';

export interface DeleteDomainPorts {
  domains: DomainStore;
  claims: ClaimStore;
  timings: Timings;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

export function deleteDomain(ports: DeleteDomainPorts): ApiRoute {
  const { domains, pause } = ports;
  return changeRoute(
    { operation: 'deleteDomain', readBody: noBody, find: (request, caller) => findDomain(domains, request, caller), pause },
    (domain, call) => remove(domain, call, ports),
  );
}

/** The name is free for its organization with this transaction; what is left of the domain is cleaned up after the answer. */
async function remove(domain: FoundDomain, call: Call, { domains, claims, timings }: DeleteDomainPorts): Promise<HttpResponse> {
  const response = { status: 200, json: { id: domain.id, deleted: true } };
  const requested = removalRequested(domain, call.now, timings);
  if (requested.kind !== 'changed') return response;
  const { timeline, events, startExecution } = requested;
  // An earlier domain of the name may have been validated: then it goes back into quarantine.
  const claim = domain.everValidated || domain.claimLost ? undefined : await claims.get(domain.url);
  await domains.replace(domain, requested.domain, {
    ...{ timeline, events, startExecution },
    audit: { by: call.actor, before: factsOf(domain) },
    // A claim that was lost is somebody else's to release.
    alongside: domain.claimLost ? [] : [claims.releaseWrite(domain, claim)],
  });
  return response;
}

function factsOf({ url, serverId, sendNotifications, metadata, dnsStatus, sslStatus }: Domain) {
  return {
    url,
    server_id: serverId,
    send_notifications: sendNotifications,
    metadata,
    dns_status: dnsStatus,
    ssl_status: sslStatus,
  };
}
