import { requireVariable } from '../../../contract/stack/environment.ts';
import { accountStore } from '../../model/accounts/account.store.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { base62, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { type ApiRoute, readWhenCalled } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createPortalLink, endPortalLinks } from '../portal-links/portal-links.ts';
import { getOrganization } from './get-organization.ts';
import { organizationUseStore } from './organization-use.store.ts';
import { getTheme, putTheme } from './theme.ts';

/** /api/organization, and the links to its portal: the functions of /api/domains are as large as they may be. */
export function organizationRoutes({ environment, settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
  const domains = domainStore(table, { newId: prefixedId });
  const portals = {
    portals: portalStore(table),
    accounts: accountStore(table),
    base62,
  };

  // The client of SQS is 30 kB, and test mode is not what most calls are about.
  const queueUrl = requireVariable(environment, 'rehearsalQueueUrl');
  const readClock = async () => {
    const [{ getTestClock, moveTestClock }, { testClockStore }, { openRehearsals }] = await Promise.all([
      import('./test-clock.ts'),
      import('../../model/accounts/test-clock.store.ts'),
      import('../../shared/aws/queue.gateway.ts'),
    ]);
    const stores = { testClock: testClockStore(table), transact: table.transact };
    const ports = { ...stores, rehearse: openRehearsals(queueUrl), newId: prefixedId };
    return { get: getTestClock(ports), move: moveTestClock(ports) };
  };

  return [
    getOrganization({ organizations: organizationUseStore(table), settings }),
    readWhenCalled('getTestClock', async () => (await readClock()).get),
    readWhenCalled('moveTestClock', async () => (await readClock()).move),
    getTheme(portals),
    putTheme({ ...portals, newId: prefixedId, pause }),
    createPortalLink({ ...portals, domains, settings, serviceSecret }),
    endPortalLinks({ domains, pause }),
  ];
}
