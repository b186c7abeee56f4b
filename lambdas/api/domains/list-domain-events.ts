import * as z from 'zod/mini';
import { findDomain } from '../../model/domains/find-domain.ts';
import type { TimelineEntry } from '../../model/domains/timeline.store.ts';
import { DOMAIN_EVENT } from '../../model/events/domain-examples.ts';
import { ListQuery, pathId } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { TimelinePage } from './domain-responses.schema.ts';

export const listDomainEvents = defineOperation({
  id: 'listDomainEvents',
  clientMethod: 'domains.list_events',
  tag: 'Domains',
  reach: 'domain',
  summary: 'List what happened to a domain',
  description:
    'The timeline, newest first: every change of the diagnosis with the evidence for it, every order and installation, and who changed what. Looks that find nothing new are counted.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of events.',
    schema: TimelinePage,
    example: () => ({ data: [DOMAIN_EVENT], next_cursor: null }),
  },
  prepare: ({ domains, domainLists, serviceSecret }: Pick<Rows, 'domains' | 'domainLists' | 'serviceSecret'>) =>
    prepareList(
      {
        id: z.string(),
        serviceSecret,
        async read(place, request, caller) {
          const id = pathId(request.params.id, 'domain_id');
          const [page] = await Promise.all([domainLists.timeline(id, place), findDomain(domains, request, caller)]);
          return page;
        },
      },
      timelineResource,
    ),
});

/** Integrators see their own keys and people. Every other actor appears as the service. */
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
    // For CAA, `observed` is the record to set; `evidence` has what DNS answered.
    ...(observed !== undefined && code !== 'caa_forbids_issuance' && { observed }),
    ...(evidence && { evidence }),
    ...(quietChecks !== undefined && { quiet_looks: quietChecks }),
    actor: actorResource(actor),
    ...(actor.requestId !== undefined && { request_id: actor.requestId }),
  };
}
