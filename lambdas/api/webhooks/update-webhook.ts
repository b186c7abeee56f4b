import { hostOfUrl } from '../../../contract/domain-name.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { ChangedWebhook } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { maskedUrl, withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { refuseMasked, withWarnings } from './check-receiver.ts';
import { etagOf, findWebhook, requireIfMatch } from './find-webhook.ts';
import { missedSince } from './missed-events.ts';
import { checkNewReceiver, countNewReceiver, type NewReceiver, receiverMemoryWrites } from './new-receiver.ts';
import { EXAMPLE_WEBHOOK } from './webhook-example.ts';
import { ANY_RULES, type UpdateWebhookRequest, updateWebhookRequest } from './webhook-requests.schema.ts';

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  clientMethod: 'webhooks.update',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.updated', facts: ['before', 'after'] },
  summary: 'Change a webhook',
  description:
    'While it is disabled nothing is queued; `status: active` enables it again, and `missed_since` tells from when on to replay what it has failed at or missed (listed with `state=missed`). The secret cannot be changed here: rotate it. A `url` as it is shown, with `***`, changes nothing.',
  isVersioned: true,
  // A new address sends events with customers' data elsewhere.
  needsFreshSignIn: ({ url }) => url !== undefined,
  body: {
    schema: (settings) => {
      const schema = updateWebhookRequest(settings);
      return () => schema;
    },
    documented: updateWebhookRequest(ANY_RULES),
    example: () => ({ status: 'active' }),
  },
  answer: {
    status: 200,
    description: 'The webhook as it is now.',
    schema: ChangedWebhook,
    example: () => ({ ...EXAMPLE_WEBHOOK, missed_since: '2026-11-19T22:04:31.077Z' }),
  },
  prepare:
    (ports: Pick<CheckPorts, 'webhooks' | 'receivers' | 'rates' | 'checkReceiver' | 'newId' | 'pause'>) =>
    async ({ request, caller, body: changes }) => {
      const read = async () => {
        const found = await findWebhook(ports.webhooks, request, caller);
        requireIfMatch(request, found);
        return found;
      };
      const webhook = await read();
      const { url } = applyChanges(webhook, changes, request.now);
      const isOther = url !== webhook.url;
      const receiver = isOther ? await checkNewReceiver(caller.organizationId, url, request.now, ports) : { warnings: [] };
      return async (call) => {
        const write = (before: Webhook) => update(before, { changes, receiver }, call, ports);
        const change = () => decideAndWrite(webhook, read, write, ports.pause);
        return leadsElsewhere(webhook, url) ? countNewReceiver(call, ports, change) : change();
      };
    },
});

async function update(
  before: Webhook,
  { changes, receiver: { known, warnings } }: { changes: UpdateWebhookRequest; receiver: NewReceiver },
  call: Call,
  ports: Pick<Rows, 'webhooks' | 'receivers' | 'newId'>,
): Promise<HttpResponse> {
  const after = applyChanges(before, changes, call.now);
  const difference = differences(webhookSettings(before), webhookSettings(after));
  if (!difference) return { status: 200, json: webhookResource(before, call.now), headers: etagOf(before) };
  const resource = { type: 'webhook' as const, id: String(after.id) };
  const since = after.status === 'active' ? missedSince(before, call.now) : undefined;
  const audited = { before: withMaskedUrl(difference.before), after: withMaskedUrl(difference.after) };
  const entry = auditEntry(call, ports.newId('aud'), { action: 'webhook.updated', resource, ...audited });
  const alongside = leadsElsewhere(before, after.url) ? await receiverMemoryWrites(before, call.now, ports) : [];
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

/** Throws the 422 of an address whose masked values are not the webhook's own. */
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
    // Sending back the masked address that was read changes nothing.
    url: url === maskedUrl(webhook.url) ? webhook.url : url,
    ...(events && { events }),
    status,
    ...(status === 'disabled' && disabled && { disabled }),
    ...(description != null && { description }),
    updatedAt: at,
  };
}
