import type { DomainStore } from '../../model/domains/domain.store.ts';
import { endLinks, findDomain } from '../../model/domains/find-domain.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, noBody } from '../pipeline/resource-route.ts';

interface EndPortalLinksPorts {
  domains: DomainStore;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** Ends all links of one domain, which are stored nowhere, by a number that the next link has. */
export function endPortalLinks({ domains, pause }: EndPortalLinksPorts): ApiRoute {
  return changeRoute(
    {
      operation: 'endPortalLinks',
      readBody: noBody,
      find: (request, caller) => findDomain(domains, request, caller),
      pause,
    },
    async (domain, { actor }) => {
      const ended = endLinks(domain, actor);
      await domains.replace(domain, ended.domain, ended.change);
      return { status: 200, json: { id: domain.id, deleted: true } };
    },
  );
}
