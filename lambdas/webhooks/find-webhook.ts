import type { Caller } from '../accounts/api-route.ts';
import { notFound, pathId } from '../shared/http/path-id.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import type { Webhook } from './webhook.schema.ts';
import type { WebhookStore } from './webhook.store.ts';

/** The caller's webhook that the path names, or its 404. */
export async function findWebhook(webhooks: Pick<WebhookStore, 'get'>, request: HttpRequest, caller: Caller): Promise<Webhook> {
  const id = pathId(request.params.id, 'webhook_id');
  const webhook = await webhooks.get(caller.organizationId, id);
  if (!webhook) throw notFound('webhook_id', id);
  return webhook;
}
