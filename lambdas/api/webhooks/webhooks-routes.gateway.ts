import { requireVariable } from '../../../contract/stack/environment.ts';
import { dnsResolverWithin } from '../../dns/wire/resolver.gateway.ts';
import { rateStore } from '../../model/accounts/requests/rate-limit.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { eventLogStore } from '../../model/events/event-log.store.ts';
import { deliveryStore } from '../../model/webhooks/delivery.store.ts';
import { deliveryListStore } from '../../model/webhooks/delivery-list.store.ts';
import { deliverySeriesStore } from '../../model/webhooks/delivery-series.store.ts';
import { receiverMemoryStore } from '../../model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../../model/webhooks/webhook.store.ts';
import { openLanes } from '../../shared/aws/queue.gateway.ts';
import { callToken, prefixedId, resourceId, webhookSecret } from '../../shared/ids/ids.gateway.ts';
import { receiverProblems } from '../../shared/net/receiver-address.ts';
import { seal, webhookContext } from '../../shared/secrets/kms.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { briefPause, pauseFor, systemClock } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook, getWebhook, listWebhooks } from './list-get-delete-webhooks.ts';
import { getDelivery, getWebhookHealth, listDeliveries } from './list-get-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

/** Everything under /api/webhooks. */
export function webhookRoutes({ settings, table, serviceSecret, sealing, environment }: OpenedApi): ApiRoute[] {
  /** Registering a webhook waits for DNS: a name that takes longer is accepted with a warning. */
  const DNS_BUDGET_MS = 3_000;
  const resolveWithin = dnsResolverWithin(settings);
  const ports = {
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    rates: rateStore(table, settings.rateLimits),
    deliveries: deliveryStore(table),
    lists: deliveryListStore(table),
    series: deliverySeriesStore(table),
    events: eventLogStore(table, settings),
    actions: actionStore(table, callToken),
    queue: openLanes({
      fast: requireVariable(environment, 'deliveryQueueUrl'),
      slow: requireVariable(environment, 'slowDeliveryQueueUrl'),
    }),
    settings,
    serviceSecret,
    newWebhookId: resourceId,
    newSecret: webhookSecret,
    sealSecret: (organizationId: string, webhookId: number, secret: string) =>
      seal(sealing, secret, webhookContext(organizationId, webhookId)),
    newId: prefixedId,
    checkReceiver: (url: string) => receiverProblems(url, resolveWithin(DNS_BUDGET_MS), settings),
    pause: briefPause,
    wait: pauseFor,
    clock: systemClock,
  };

  return [
    createWebhook(ports),
    listWebhooks(ports),
    getWebhook(ports),
    updateWebhook(ports),
    deleteWebhook(ports),
    rotateWebhookSecret(ports),
    testWebhook({ ...ports, domains: domainStore(table, { newId: prefixedId }) }),
    getWebhookHealth(ports),
    listDeliveries(ports),
    getDelivery(ports),
    redeliver(ports),
    replayDeliveries(ports),
  ];
}
