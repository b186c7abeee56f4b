import { checkTimesOf } from '../../lifecycle/check-times.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareGet } from '../pipeline/resource-route.ts';

export const getDomain = defineOperation({
  id: 'getDomain',
  clientMethod: 'domains.get',
  tag: 'Domains',
  reach: 'domain',
  summary: 'Get a domain',
  description: 'How the domain stands now, what is in the way, and who has to act.',
  answer: { status: 200, description: 'The domain.', schema: DomainResource, example: () => ACTIVE_DOMAIN },
  prepare: ({ domains, settings: { timings } }: Pick<Rows, 'domains' | 'settings'>) =>
    prepareGet({ find: (request, caller) => findDomain(domains, request, caller) }, (domain, clocks) => {
      const now = domainNow(clocks);
      return domainResource(domain, checkTimesOf(domain, { now, timings }), now);
    }),
});
