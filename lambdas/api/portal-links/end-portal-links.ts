import { endLinks, findDomain } from '../../model/domains/find-domain.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { EndedPortalLinks } from './portal-link.schema.ts';

/** Links are not stored. A number on the domain, which every link carries, ends all links made before. */
export const endPortalLinks = defineOperation({
  id: 'endPortalLinks',
  clientMethod: 'domains.end_portal_links',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'portal_links.ended', facts: ['after'] },
  summary: 'End the links for the owner of the hostname',
  description: 'All links to this domain that were made until now end at once. Links that are made afterwards work.',
  answer: {
    status: 200,
    description: 'They have ended.',
    schema: EndedPortalLinks,
    example: () => ({ id: ACTIVE_DOMAIN.id, deleted: true }),
  },
  prepare: ({ domains, pause }: Pick<Rows, 'domains' | 'pause'>) =>
    prepareChange({ find: (request, caller) => findDomain(domains, request, caller), pause }, async (domain, call) => {
      const ended = endLinks(domain, call.actor, call);
      await domains.replace(domain, ended.domain, ended.change);
      return { status: 200, json: { id: domain.id, deleted: true } };
    }),
});
