import { webhookContext } from '../../shared/secrets/sealing-context.ts';
import type { Ports } from '../../wiring/checks.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook, getWebhook, listWebhooks } from './list-get-delete-webhooks.ts';
import { getDelivery, getWebhookHealth, listDeliveries } from './list-get-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

/** Everything under /api/webhooks. */
export function webhookRoutes(all: Ports): ApiRoute[] {
  const ports = {
    webhooks: all.webhooks,
    domains: all.domains,
    receivers: all.receivers,
    rates: all.rates,
    deliveries: all.deliveries,
    lists: all.deliveryLists,
    series: all.deliverySeries,
    events: all.eventLog,
    actions: all.actionCounts,
    queue: all.deliveryQueue,
    settings: all.settings,
    serviceSecret: all.serviceSecret,
    newWebhookId: all.newResourceId,
    newSecret: all.newWebhookSecret,
    sealSecret: (organizationId: string, webhookId: number, secret: string) =>
      all.seal(Buffer.from(secret), webhookContext(organizationId, webhookId)),
    newId: all.newId,
    checkReceiver: all.checkReceiver,
    pause: all.pause,
    wait: all.pauseFor,
    clock: all.clock,
  };

  return [
    createWebhook(ports),
    listWebhooks(ports),
    getWebhook(ports),
    updateWebhook(ports),
    deleteWebhook(ports),
    rotateWebhookSecret(ports),
    testWebhook(ports),
    getWebhookHealth(ports),
    listDeliveries(ports),
    getDelivery(ports),
    redeliver(ports),
    replayDeliveries(ports),
  ];
}
