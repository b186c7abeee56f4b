import * as z from 'zod/mini';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import type { TimelineEntry } from '../../model/domains/timeline.store.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { listRoute } from '../pipeline/resource-route.ts';

export interface ListDomainEventsPorts {
  domains: DomainStore;
  lists: DomainListStore;
  serviceSecret: ServiceSecret;
}

export function listDomainEvents({ domains, lists, serviceSecret }: ListDomainEventsPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listDomainEvents',
      id: z.string(),
      serviceSecret,
      async read(place, request, caller) {
        const id = pathId(request.params.id, 'domain_id');
        const [page] = await Promise.all([lists.timeline(id, place), findDomain(domains, request, caller)]);
        return page;
      },
    },
    timelineResource,
  );
}

/** To an integrator, whoever has none of its keys and is none of its people acts for the service. */
function actorResource({ type, keyId, userId }: TimelineEntry['actor']) {
  switch (type) {
    case 'api_key':
      return keyId === undefined ? { type: 'service' } : { type, key_id: keyId };
    case 'user':
      return { type, user_id: userId };
    case 'administrator':
    case 'machine':
    case 'service':
      return { type: 'service' };
  }
}

function timelineResource({ id, at, what, code, reason, observed, evidence, quietChecks, actor }: TimelineEntry) {
  return {
    id,
    at,
    type: what,
    diagnosis: code,
    ...(reason && { reason }),
    // Of a CAA record it is what has to be set; the evidence has what was seen.
    ...(observed !== undefined && code !== 'caa_forbids_issuance' && { observed }),
    ...(evidence && { evidence }),
    ...(quietChecks !== undefined && { quiet_looks: quietChecks }),
    actor: actorResource(actor),
    ...(actor.requestId !== undefined && { request_id: actor.requestId }),
  };
}
