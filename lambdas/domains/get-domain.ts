import type { ApiRoute } from '../accounts/authenticate.ts';
import { AppError } from '../shared/app-error.ts';
import { refuseQuery } from '../shared/http/query.ts';
import type { DomainStore } from './domain.store.ts';
import { domainResource } from './domain-resource.ts';

export function getDomain(ports: { domains: Pick<DomainStore, 'get'> }): ApiRoute {
  return {
    method: 'GET',
    path: '/api/domains/{id}',
    permission: 'domains.read',
    async handle(request, caller) {
      refuseQuery(request);
      const id = pathId(request.params.id ?? '');
      const domain = await ports.domains.get(id);
      if (domain?.organizationId !== caller.organizationId) throw noDomain({ domain_id: id });
      return { status: 200, json: domainResource(domain) };
    },
  };
}

/** A canonical integer from 1 to 2^53-1; anything else is no id of ours, and is not repeated back. */
function pathId(text: string): number {
  const id = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text) || !Number.isSafeInteger(id)) throw noDomain();
  return id;
}

function noDomain(details?: { domain_id: number }): AppError {
  return new AppError('resource_not_found', 'There is no such domain.', details && { details });
}
