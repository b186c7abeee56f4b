import type { ApiRoute } from '../../../lambdas/accounts/api-route.ts';
import { getOrganization } from '../../../lambdas/accounts/get-organization.ts';
import { organizationUseStore } from '../../../lambdas/accounts/organization-use.store.ts';
import { lookAtCname } from '../../../lambdas/dns/look-at-cname.ts';
import { checkDomain } from '../../../lambdas/domains/check-domain.ts';
import { createDomain } from '../../../lambdas/domains/create-domain.ts';
import { createDomains } from '../../../lambdas/domains/create-domains.ts';
import { deleteDomain } from '../../../lambdas/domains/delete-domain.ts';
import { getDomain } from '../../../lambdas/domains/get-domain.ts';
import { listDomainEvents } from '../../../lambdas/domains/list-domain-events.ts';
import { listDomains } from '../../../lambdas/domains/list-domains.ts';
import { renewDomain } from '../../../lambdas/domains/renew-domain.ts';
import { retryDomain } from '../../../lambdas/domains/retry-domain.ts';
import { updateDomain } from '../../../lambdas/domains/update-domain.ts';
import { getEvent } from '../../../lambdas/events/get-event.ts';
import { listEvents } from '../../../lambdas/events/list-events.ts';
import { createEnrollment } from '../../../lambdas/installation/create-enrollment.ts';
import { createServer } from '../../../lambdas/installation/create-server.ts';
import { deleteServer } from '../../../lambdas/installation/delete-server.ts';
import { getServer } from '../../../lambdas/installation/get-server.ts';
import { listMachines } from '../../../lambdas/installation/list-machines.ts';
import { listServers } from '../../../lambdas/installation/list-servers.ts';
import { revokeMachine } from '../../../lambdas/installation/revoke-machine.ts';
import { updateServer } from '../../../lambdas/installation/update-server.ts';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { eventLogStore } from '../../../lambdas/model/events/event-log.store.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { enrollmentStore } from '../../../lambdas/model/servers/enrollment.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import { deliveryStore } from '../../../lambdas/model/webhooks/delivery.store.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { timeDigitsAt } from '../../../lambdas/shared/ids/ulid.ts';
import { actionStore } from '../../../lambdas/shared/table/action.store.ts';
import { createWebhook } from '../../../lambdas/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../lambdas/webhooks/delete-webhook.ts';
import { deliveryListStore } from '../../../lambdas/webhooks/delivery-list.store.ts';
import { deliverySeriesStore } from '../../../lambdas/webhooks/delivery-series.store.ts';
import { getDelivery } from '../../../lambdas/webhooks/get-delivery.ts';
import { getWebhook } from '../../../lambdas/webhooks/get-webhook.ts';
import { listDeliveries } from '../../../lambdas/webhooks/list-deliveries.ts';
import { listWebhooks } from '../../../lambdas/webhooks/list-webhooks.ts';
import { redeliver } from '../../../lambdas/webhooks/redeliver.ts';
import { replayDeliveries } from '../../../lambdas/webhooks/replay-deliveries.ts';
import { rotateWebhookSecret } from '../../../lambdas/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../lambdas/webhooks/test-webhook.ts';
import { updateWebhook } from '../../../lambdas/webhooks/update-webhook.ts';
import { timings } from '../a-domain.ts';
import { creationPorts } from '../domains/a-creation.ts';
import { apiCaller, clock, domains, newId, serviceSecret, table } from '../domains/api-caller.ts';
import { settings } from '../settings.ts';
import { resolverKnowing } from '../shared/net/answers.ts';
import { checkReceiver, sealSecret } from '../webhooks/webhooks-api.ts';

let rolled = 0;
const count = () => {
  rolled += 1;
  return rolled;
};
const { ports: creation } = creationPorts({}, { newDomainId: () => 1_000_000 + count(), newLabel: () => `rolled${count()}` });
const servers = serverStore(table);
const lists = domainListStore(table);
const serverLists = serverListStore(table);
const target = { resolve: resolverKnowing({}), servers, baseTarget: settings.baseTarget, serviceSecret };

const ports = {
  ...creation,
  servers,
  lists,
  serverLists,
  domains,
  claims: claimStore(table),
  certificates: certificateStore(table),
  actions: actionStore(table),
  enrollments: enrollmentStore(table),
  webhooks: webhookStore(table),
  timings,
  lookAtCname: (domain: Parameters<typeof lookAtCname>[1], _budgetMs: number, now: Date) => lookAtCname(target, domain, now),
  base62: (length: number) => String(count()).padStart(length, 'T'),
  newWebhookId: () => 2_000_000 + count(),
  newSecret: () => `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  sealSecret,
  checkReceiver,
  newId,
};
const onWebhooks = {
  ...ports,
  lists: deliveryListStore(table),
  series: deliverySeriesStore(table),
  deliveries: deliveryStore(table),
  events: eventLogStore(table),
  queue: { send: async () => [] },
  // Time digits, because a delivery lies with its event.
  newId: (prefix: string) =>
    prefix === 'evt' ? `evt_${timeDigitsAt(clock.now)}${String(count()).padStart(16, '0')}` : newId(prefix),
  clock: () => clock.now,
  wait: async (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  },
};
const onServers = { ...ports, lists: serverLists, domains: lists };

/** Every operation of the API, as its Lambdas serve it; DNS knows nothing. */
export const routes: readonly ApiRoute[] = [
  createDomain(ports),
  listDomains(ports),
  createDomains(ports),
  getDomain(ports),
  updateDomain(ports),
  deleteDomain(ports),
  checkDomain(ports),
  retryDomain(ports),
  renewDomain(ports),
  listDomainEvents(ports),
  getOrganization({ organizations: organizationUseStore(table), domains: lists, settings }),
  createServer(onServers),
  listServers(onServers),
  getServer(onServers),
  updateServer(onServers),
  deleteServer(onServers),
  createEnrollment(onServers),
  listMachines(onServers),
  revokeMachine(onServers),
  createWebhook(ports),
  listWebhooks(ports),
  getWebhook(ports),
  updateWebhook(ports),
  deleteWebhook(ports),
  rotateWebhookSecret(ports),
  testWebhook(onWebhooks),
  listDeliveries(onWebhooks),
  getDelivery(onWebhooks),
  redeliver(onWebhooks),
  replayDeliveries(onWebhooks),
  listEvents(onWebhooks),
  getEvent(onWebhooks),
];
export const call = apiCaller(routes);
