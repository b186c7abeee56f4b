import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { orQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { newToReceiver } from '../../model/webhooks/receiver-memory.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { quotaExceeded } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { refuseMasked, withWarnings } from './check-receiver.ts';
import { countNewReceiver, lookAtReceiver, type NewReceiver, type NewReceiverPorts } from './new-receiver.ts';
import { type CreateWebhookRequest, createWebhookRequest } from './webhook-requests.schema.ts';

/** Creations of one organization meet at its counter: of several at once one wins each round. */
const TRIES = 10;

interface CreateWebhookPorts extends SecretPorts, NewReceiverPorts {
  webhooks: WebhookStore;
  settings: Settings;
  newWebhookId: (now: Date) => number;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function createWebhook(ports: CreateWebhookPorts): ApiRoute {
  const schema = createWebhookRequest(ports.settings);
  return {
    operation: 'createWebhook',
    needsFreshSignIn: true,
    async prepare(request, { organizationId }) {
      const body = readJsonBody(request, schema);
      refuseMasked(body.url);
      refuseQuery(request);
      const readUse = () => ports.webhooks.count(organizationId);
      const [use, receiver] = await Promise.all([readUse(), lookAtReceiver(organizationId, body.url, request.now, ports)]);
      return async (call) => {
        refuseBeyondQuota(use, call.limits.webhooks);
        await countNewReceiver(call, ports);
        return decideAndWrite(use, readUse, (used) => create({ body, receiver }, used, call, ports), ports.pause, TRIES);
      };
    },
  };
}

async function create(
  { body, receiver }: { body: CreateWebhookRequest; receiver: NewReceiver },
  used: number,
  call: Call,
  ports: CreateWebhookPorts,
): Promise<HttpResponse> {
  refuseBeyondQuota(used, call.limits.webhooks);
  const secret = body.secret ?? ports.newSecret();
  const webhook = { ...(await newWebhook(body, secret, call, ports)), ...newToReceiver(receiver.known) };
  const response = { status: 201, json: { ...withWarnings(webhookResource(webhook, call.now), receiver.warnings), secret } };
  const audit = auditEntry(call, ports.newId('aud'), {
    action: 'webhook.created',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: withMaskedUrl(webhookSettings(webhook)),
  });
  const { organizationId } = call.caller;
  const limit = call.limits.webhooks;
  try {
    await ports.webhooks.create(webhook, audit, { counted: used, limit }, await call.keepAnswer(response));
  } catch (error) {
    throw orQuotaExceeded(error, organizationId, 'webhooks', limit);
  }
  return response;
}

async function newWebhook(
  { url, events, description }: CreateWebhookRequest,
  secret: string,
  { caller: { organizationId }, now }: Call,
  { newWebhookId, sealSecret }: CreateWebhookPorts,
): Promise<Webhook> {
  const id = newWebhookId(now);
  const at = now.toISOString();
  return {
    organizationId,
    id,
    url,
    events,
    status: 'active',
    ...(description !== undefined && { description }),
    secret: await sealSecret(organizationId, id, secret),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

function refuseBeyondQuota(used: number, limit: number): void {
  if (used >= limit) throw quotaExceeded('webhooks', limit, used);
}

/** Makes secrets, and seals them for their webhook: sealed anywhere else, they do not open. */
export interface SecretPorts {
  newSecret: () => string;
  sealSecret: (organizationId: string, webhookId: number, secret: string) => Promise<Sealed>;
}
