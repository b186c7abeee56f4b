import { getTestClock, moveTestClock } from '../../../lambdas/api/clock/test-clock.ts';
import { createDomain } from '../../../lambdas/api/domains/create-domain.ts';
import { createDomains } from '../../../lambdas/api/domains/create-domains.ts';
import { retryDomain } from '../../../lambdas/api/domains/domain-actions.ts';
import { deleteDomain, getDomain, listDomains } from '../../../lambdas/api/domains/list-get-delete-domains.ts';
import { renewDomain } from '../../../lambdas/api/domains/renew-domain.ts';
import { updateDomain } from '../../../lambdas/api/domains/update-domain.ts';
import { type ApiPorts, apiRoute } from '../../../lambdas/api/pipeline/serve-api.ts';
import { createPortalLink, endPortalLinks } from '../../../lambdas/api/portal-links/portal-links.ts';
import { createWebhook } from '../../../lambdas/api/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../lambdas/api/webhooks/list-get-delete-webhooks.ts';
import { looksAtOwnership } from '../../../lambdas/dns/look-at-ownership.ts';
import { idempotencyStore } from '../../../lambdas/model/accounts/requests/idempotency.store.ts';
import { keptRequestStore } from '../../../lambdas/model/accounts/requests/kept-request.store.ts';
import { rateStore } from '../../../lambdas/model/accounts/requests/rate-limit.store.ts';
import { testClockStore } from '../../../lambdas/model/accounts/test-clock.store.ts';
import { proofStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../../lambdas/model/events/domain-places.store.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { managedTenantStore } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import type { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import { receiverMemoryStore } from '../../../lambdas/model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { contextOf, log, type Outside } from './outside.ts';
import { portalPorts } from './portal-functions.ts';

type Stores = {
  domains: ReturnType<typeof domainStore>;
  claims: ReturnType<typeof claimStore>;
  servers: ReturnType<typeof serverStore>;
};

export function apiRoutes(outside: Outside, { domains, claims, servers }: Stores) {
  const { table, settings, serviceSecret, clock, newId, pause, resolve } = outside;
  const { baseTarget, timings } = settings;
  const testClock = testClockStore(table);
  const ports: ApiPorts = {
    rates: rateStore(table, settings.rateLimits),
    requests: keptRequestStore(table),
    log,
    patience: () => new Promise(() => {}),
    idempotency: idempotencyStore(table),
    answers: {
      seal: (organizationId, body) => outside.seal(body, organizationId),
      open: (organizationId, body) => outside.openSealed(body, organizationId),
    },
    serviceSecret,
    clock,
    testNow: testClock.now,
    newLeaseId: () => newId('lease'),
  };
  const creation = {
    domains,
    claims,
    servers,
    places: domainPlacesStore(table),
    serverLists: serverListStore(table),
    lookAtOwnership: looksAtOwnership({ resolveWithin: () => resolve, servers, baseTarget, serviceSecret }),
    serviceSecret,
    settings,
    timings,
    newDomainId: outside.newDomainId,
    newLabel: outside.newLabel,
    newId,
    log,
    pause,
  };
  const proofs = settings.validationZone === undefined ? undefined : proofStore(table, () => newId('evt'));
  const change = { domains, claims, timings, pause };
  const hooks = {
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    rates: ports.rates,
    settings,
    newWebhookId: outside.newDomainId,
    newId,
    newSecret: () => 'whsec_c2VjcmV0',
    sealSecret: (organizationId: string, id: number, secret: string) => outside.seal(secret, contextOf(organizationId, id)),
    checkReceiver: async () => ({ problems: [], warnings: [] }),
    pause,
  };
  const routeOf = (route: Parameters<typeof apiRoute>[0]) => apiRoute(route, ports);
  return {
    createDomain: routeOf(createDomain(creation)),
    createDomains: routeOf(createDomains(creation)),
    getDomain: routeOf(getDomain({ domains, settings })),
    listDomains: routeOf(listDomains({ lists: domainListStore(table), claims, domains, serviceSecret })),
    deleteDomain: routeOf(deleteDomain(change)),
    renewDomain: routeOf(renewDomain(change)),
    retryDomain: routeOf(retryDomain(creation)),
    updateDomain: routeOf(
      updateDomain({ ...creation, certificates: certificateStore(table), tenants: managedTenantStore(table), proofs }),
    ),
    createWebhook: routeOf(createWebhook(hooks)),
    deleteWebhook: routeOf(deleteWebhook(hooks)),
    getTestClock: routeOf(getTestClock({ testClock })),
    moveTestClock: routeOf(moveTestClock({ testClock, transact: table.transact, newId })),
    createPortalLink: routeOf(createPortalLink({ ...portalPorts(outside), domains, settings, serviceSecret })),
    endPortalLinks: routeOf(endPortalLinks(change)),
  };
}
