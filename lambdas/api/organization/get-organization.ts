import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import type { Settings } from '../../shared/contract/settings.schema.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { organizationResource } from './organization-resource.ts';
import type { OrganizationUseStore } from './organization-use.store.ts';

export interface GetOrganizationPorts {
  organizations: Pick<OrganizationUseStore, 'read'>;
  domains: Pick<DomainListStore, 'counts'>;
  settings: Pick<Settings, 'baseTarget'>;
}

/** Any valid key may ask, whatever its permissions: it learns about itself. */
export function getOrganization({ organizations, domains, settings }: GetOrganizationPorts): ApiRoute {
  return {
    operation: 'getOrganization',
    async prepare(request, { organizationId }) {
      refuseQuery(request);
      const [use, counts] = await Promise.all([organizations.read(organizationId), domains.counts(organizationId)]);
      return (call) => ({ status: 200, json: organizationResource({ ...use, ...counts }, call, settings.baseTarget) });
    },
  };
}
