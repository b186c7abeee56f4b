import type { ApiRoute, Call } from '../accounts/api-route.ts';
import { auditEntry, differences } from '../accounts/audit-entry.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import { readJsonBody } from '../shared/http/json-body.ts';
import { refuseQuery } from '../shared/http/query.ts';
import type { HttpResponse } from '../shared/http/route.ts';
import { decideAndWrite } from '../shared/table/decide-and-write.ts';
import { findWebhook } from './find-webhook.ts';
import { type UpdateWebhookRequest, updateWebhookRequest } from './update-webhook.schema.ts';
import type { Webhook } from './webhook.schema.ts';
import type { WebhookStore } from './webhook.store.ts';
import { webhookResource, webhookSettings } from './webhook-resource.ts';

export interface UpdateWebhookPorts {
  webhooks: Pick<WebhookStore, 'get' | 'replace'>;
  settings: Pick<Settings, 'webhookHttp'>;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

export function updateWebhook(ports: UpdateWebhookPorts): ApiRoute {
  const schema = updateWebhookRequest(ports.settings);
  return {
    operation: 'updateWebhook',
    async prepare(request, caller) {
      const changes = readJsonBody(request, schema);
      refuseQuery(request);
      const read = () => findWebhook(ports.webhooks, request, caller);
      const webhook = await read();
      return (call) => decideAndWrite(webhook, read, (before) => update(before, changes, call, ports), ports.pause);
    },
  };
}

async function update(
  before: Webhook,
  changes: UpdateWebhookRequest,
  call: Call,
  { webhooks, newId }: UpdateWebhookPorts,
): Promise<HttpResponse> {
  const after = changed(before, changes, call.now);
  const difference = differences(webhookSettings(before), webhookSettings(after));
  if (!difference) return { status: 200, json: webhookResource(before) };
  const resource = { type: 'webhook' as const, id: String(after.id) };
  await webhooks.replace(before, after, auditEntry(call, newId('aud'), { action: 'webhook.updated', resource, ...difference }));
  return { status: 200, json: webhookResource(after) };
}

function changed({ description: former, ...webhook }: Webhook, changes: UpdateWebhookRequest, now: Date): Webhook {
  const { url, events, status, description = former } = changes;
  return {
    ...webhook,
    ...(url !== undefined && { url }),
    ...(events && { events }),
    ...(status && { status }),
    ...(description != null && { description }),
    updatedAt: now.toISOString(),
  };
}
