import { DeletedDomain } from '../../model/domains/domain-resource.schema.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { removeDomain } from './remove-domain.ts';

export const deleteDomain = defineOperation({
  id: 'deleteDomain',
  clientMethod: 'domains.delete',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'domain.deleted', facts: ['before'] },
  summary: 'Delete a domain',
  description:
    'Its certificate is taken away from your servers. You may create the same hostname again at once: it gets a new id.',
  answer: {
    status: 200,
    description: 'It is gone.',
    schema: DeletedDomain,
    example: () => ({ id: ACTIVE_DOMAIN.id, deleted: true }),
  },
  prepare: ({ domains, claims, settings: { timings }, pause }: Pick<Rows, 'domains' | 'claims' | 'settings' | 'pause'>) =>
    prepareChange({ find: (request, caller) => findDomain(domains, request, caller), pause }, async (domain, call) => {
      await removeDomain(domain, call, { domains, claims, timings });
      return { status: 200, json: { id: domain.id, deleted: true } };
    }),
});
