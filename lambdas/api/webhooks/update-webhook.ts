import { hostOfUrl } from '../../../contract/domain-name.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { maskedUrl, withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { refuseMasked, withWarnings } from './check-receiver.ts';
import { etagOf, findWebhook, requireMatch } from './find-webhook.ts';
import { missedSince } from './missed-events.ts';
import { countNewReceiver, lookAtReceiver, type NewReceiver, type NewReceiverPorts, rememberReceiver } from './new-receiver.ts';
import { type UpdateWebhookRequest, updateWebhookRequest } from './webhook-requests.schema.ts';

export interface UpdateWebhookPorts extends NewReceiverPorts {
  webhooks: WebhookStore;
  settings: Settings;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function updateWebhook(ports: UpdateWebhookPorts): ApiRoute {
  const schema = updateWebhookRequest(ports.settings);
  return {
    operation: 'updateWebhook',
    // Events, with customers' data in them, then go elsewhere.
    needsFreshSignIn: ({ url }) => url !== undefined,
    async prepare(request, caller) {
      const changes = readJsonBody(request, schema);
      refuseQuery(request);
      const read = async () => {
        const found = await findWebhook(ports.webhooks, request, caller);
        requireMatch(request, found);
        return found;
      };
      const webhook = await read();
      const { url } = applyChanges(webhook, changes, request.now);
      const isOther = url !== webhook.url;
      const receiver = isOther ? await lookAtReceiver(caller.organizationId, url, request.now, ports) : { warnings: [] };
      return async (call) => {
        if (leadsElsewhere(webhook, url)) await countNewReceiver(call, ports);
        return decideAndWrite(webhook, read, (before) => update(before, { changes, receiver }, call, ports), ports.pause);
      };
    },
  };
}

async function update(
  before: Webhook,
  { changes, receiver: { known, warnings } }: { changes: UpdateWebhookRequest; receiver: NewReceiver },
  call: Call,
  ports: UpdateWebhookPorts,
): Promise<HttpResponse> {
  const after = applyChanges(before, changes, call.now);
  const difference = differences(webhookSettings(before), webhookSettings(after));
  if (!difference) return { status: 200, json: webhookResource(before, call.now), headers: etagOf(before) };
  const resource = { type: 'webhook' as const, id: String(after.id) };
  const since = after.status === 'active' ? missedSince(before, call.now) : undefined;
  const audited = { before: withMaskedUrl(difference.before), after: withMaskedUrl(difference.after) };
  const entry = auditEntry(call, ports.newId('aud'), { action: 'webhook.updated', resource, ...audited });
  const alongside = leadsElsewhere(before, after.url) ? await rememberReceiver(before, call.now, ports) : [];
  await ports.webhooks.replace(before, after, entry, alongside, known);
  return {
    status: 200,
    headers: etagOf({ version: before.version + 1 }),
    json: { ...withWarnings(webhookResource(after, call.now), warnings), ...(since !== undefined && { missed_since: since }) },
  };
}

function leadsElsewhere(before: Webhook, url: string): boolean {
  return hostOfUrl(before.url) !== hostOfUrl(url);
}

/** Throws the 422 of an address with masked values that are not the webhook's own. */
function applyChanges(webhook: Webhook, changes: UpdateWebhookRequest, now: Date): Webhook {
  const after = withChanges(webhook, changes, now);
  if (after.url !== webhook.url) refuseMasked(after.url);
  return after;
}

function withChanges(webhook: Webhook, changes: UpdateWebhookRequest, now: Date): Webhook {
  const { description: former, disabled: wasDisabled, ...rest } = webhook;
  const { url = webhook.url, events, status = webhook.status, description = former } = changes;
  const at = now.toISOString();
  const disabled = webhook.status === 'active' ? { at, because: 'asked' as const } : wasDisabled;
  return {
    ...rest,
    // Whoever sends back the address as they have read it changes nothing.
    url: url === maskedUrl(webhook.url) ? webhook.url : url,
    ...(events && { events }),
    status,
    ...(status === 'disabled' && disabled && { disabled }),
    ...(description != null && { description }),
    updatedAt: at,
  };
}
