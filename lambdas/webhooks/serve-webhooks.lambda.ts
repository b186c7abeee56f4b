import { openApi } from '../accounts/open-api.gateway.ts';
import { prefixedId, resourceId, webhookSecret } from '../shared/ids.gateway.ts';
import { briefPause } from '../shared/pause.gateway.ts';
import { seal, webhookContext } from '../shared/sealing.gateway.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { updateWebhook } from './update-webhook.ts';
import { webhookStore } from './webhook.store.ts';

const { settings, table, serviceSecret, sealing, serve } = await openApi(process.env);
const ports = {
  webhooks: webhookStore(table),
  settings,
  serviceSecret,
  newWebhookId: resourceId,
  newSecret: webhookSecret,
  sealSecret: (organizationId: string, webhookId: number, secret: string) =>
    seal(sealing, secret, webhookContext(organizationId, webhookId)),
  newId: prefixedId,
  pause: briefPause,
};

/** Everything under /api/webhooks. */
export const handler = serve([
  createWebhook(ports),
  listWebhooks(ports),
  getWebhook(ports),
  updateWebhook(ports),
  deleteWebhook(ports),
  rotateWebhookSecret(ports),
]);
