import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry, differences } from '../../shared/audit/audit-entry.ts';
import type { Settings } from '../../shared/contract/settings.schema.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { type ReceiverCheckPort, receiverWarnings, withWarnings } from './check-receiver.ts';
import { findWebhook } from './find-webhook.ts';
import { missedSince } from './missed-events.ts';
import { type UpdateWebhookRequest, updateWebhookRequest } from './webhook-requests.schema.ts';

export interface UpdateWebhookPorts extends ReceiverCheckPort {
  webhooks: WebhookStore;
  settings: Settings;
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
      const { url = webhook.url } = changes;
      const warnings = url === webhook.url ? [] : await receiverWarnings(url, ports);
      return (call) => decideAndWrite(webhook, read, (before) => update(before, { changes, warnings }, call, ports), ports.pause);
    },
  };
}

async function update(
  before: Webhook,
  { changes, warnings }: { changes: UpdateWebhookRequest; warnings: string[] },
  call: Call,
  { webhooks, newId }: UpdateWebhookPorts,
): Promise<HttpResponse> {
  const after = changed(before, changes, call.now);
  const difference = differences(webhookSettings(before), webhookSettings(after));
  if (!difference) return { status: 200, json: webhookResource(before, call.now) };
  const resource = { type: 'webhook' as const, id: String(after.id) };
  const since = after.status === 'active' ? missedSince(before, call.now) : undefined;
  await webhooks.replace(before, after, auditEntry(call, newId('aud'), { action: 'webhook.updated', resource, ...difference }));
  return {
    status: 200,
    json: { ...withWarnings(webhookResource(after, call.now), warnings), ...(since !== undefined && { missed_since: since }) },
  };
}

function changed(webhook: Webhook, changes: UpdateWebhookRequest, now: Date): Webhook {
  const { description: former, disabled: wasDisabled, ...rest } = webhook;
  const { url, events, status = webhook.status, description = former } = changes;
  const at = now.toISOString();
  const disabled = webhook.status === 'active' ? { at, because: 'asked' as const } : wasDisabled;
  return {
    ...rest,
    ...(url !== undefined && { url }),
    ...(events && { events }),
    status,
    ...(status === 'disabled' && disabled && { disabled }),
    ...(description != null && { description }),
    updatedAt: at,
  };
}
