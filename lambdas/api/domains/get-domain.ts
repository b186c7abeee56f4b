import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { checksOf } from '../../lifecycle/checks.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { showRoute } from '../pipeline/resource-route.ts';

export function getDomain(ports: { domains: DomainStore; settings: Pick<Settings, 'timings'> }): ApiRoute {
  return showRoute(
    { operation: 'getDomain', find: (request, caller) => findDomain(ports.domains, request, caller) },
    (domain, { now }) => domainResource(domain, checksOf(domain, now, ports.settings.timings)),
  );
}
