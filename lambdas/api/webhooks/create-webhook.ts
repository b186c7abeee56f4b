import { toQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { initialSenderState } from '../../model/webhooks/receiver-memory.ts';
import { secretWarnings } from '../../model/webhooks/secret-warnings.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { WebhookWithSecret } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { quotaExceeded } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { webhookContext } from '../../shared/secrets/sealing-context.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { refuseMasked, withWarnings } from './check-receiver.ts';
import { checkNewReceiver, countNewReceiver, type NewReceiver } from './new-receiver.ts';
import { EXAMPLE_SECRET, EXAMPLE_WEBHOOK } from './webhook-example.ts';
import { ANY_RULES, type CreateWebhookRequest, createWebhookRequest } from './webhook-requests.schema.ts';

/** Concurrent creations of an organization write to one counter: one wins per round. */
const TRIES = 10;

type CreationPorts = Pick<Rows, 'webhooks' | 'newResourceId' | 'newWebhookSecret' | 'seal' | 'newId'>;

export const createWebhook = defineOperation({
  id: 'createWebhook',
  clientMethod: 'webhooks.create',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.created', facts: ['after'] },
  summary: 'Create a webhook',
  description:
    'Registers where events go. Its address must lead to the public internet, now and whenever something is sent. Without a `secret` one is made; it is in this answer only. A key with `webhooks.write` alone may register one for any event, and so receives, with each event about a domain, all that `domains.read` shows of that domain. Values in the query of `url` are kept, and shown as `***`.',
  needsFreshSignIn: true,
  body: {
    schema: (settings) => {
      const schema = createWebhookRequest(settings);
      return () => schema;
    },
    documented: createWebhookRequest(ANY_RULES),
    example: () => ({ url: EXAMPLE_WEBHOOK.url, events: EXAMPLE_WEBHOOK.events }),
  },
  answer: {
    status: 201,
    description: 'The new webhook, with its secret.',
    schema: WebhookWithSecret,
    example: () => ({ ...EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET }),
  },
  errors: ['quota_exceeded'],
  prepare:
    (ports: CreationPorts & Pick<CheckPorts, 'receivers' | 'rates' | 'checkReceiver' | 'pause'>) =>
    async ({ request: { now }, caller: { organizationId }, body }) => {
      refuseMasked(body.url);
      const readUse = () => ports.webhooks.count(organizationId);
      const [use, receiver] = await Promise.all([readUse(), checkNewReceiver(organizationId, body.url, now, ports)]);
      return async (call) => {
        refuseBeyondQuota(use, call.limits.webhooks);
        const write = (used: number) => create({ body, receiver }, used, call, ports);
        return countNewReceiver(call, ports, () => decideAndWrite(use, readUse, write, ports.pause, TRIES));
      };
    },
});

async function create(
  { body, receiver }: { body: CreateWebhookRequest; receiver: NewReceiver },
  used: number,
  call: Call,
  ports: CreationPorts,
): Promise<HttpResponse> {
  refuseBeyondQuota(used, call.limits.webhooks);
  const secret = body.secret ?? ports.newWebhookSecret();
  const webhook = { ...(await newWebhook(body, secret, call, ports)), ...initialSenderState(receiver.known) };
  const warnings = [...receiver.warnings, ...secretWarnings(secret)];
  const response = { status: 201, json: { ...withWarnings(webhookResource(webhook, call.now), warnings), secret } };
  const audit = auditEntry(call, ports.newId('aud'), {
    action: 'webhook.created',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: withMaskedUrl(webhookSettings(webhook)),
  });
  const { organizationId } = call.caller;
  const limit = call.limits.webhooks;
  try {
    await ports.webhooks.create(webhook, audit, { counted: used, limit }, await call.answerWrites(response));
  } catch (error) {
    throw toQuotaExceeded(error, organizationId, 'webhooks', limit);
  }
  return response;
}

async function newWebhook(
  { url, events, description }: CreateWebhookRequest,
  secret: string,
  { caller: { organizationId }, now }: Call,
  { newResourceId, seal }: CreationPorts,
): Promise<Webhook> {
  const id = newResourceId(now);
  const at = now.toISOString();
  return {
    organizationId,
    id,
    url,
    events,
    status: 'active',
    ...(description !== undefined && { description }),
    secret: await seal(Buffer.from(secret), webhookContext(organizationId, id)),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

function refuseBeyondQuota(used: number, limit: number): void {
  if (used >= limit) throw quotaExceeded('webhooks', limit, used);
}
