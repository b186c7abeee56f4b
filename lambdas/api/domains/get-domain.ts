import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

export function getDomain(ports: { domains: Pick<DomainStore, 'get'> }): ApiRoute {
  return {
    operation: 'getDomain',
    async prepare(request, caller) {
      refuseQuery(request);
      const domain = await findDomain(ports.domains, request, caller);
      return () => ({ status: 200, json: domainResource(domain) });
    },
  };
}
