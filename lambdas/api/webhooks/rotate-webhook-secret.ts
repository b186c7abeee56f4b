import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { readActionBody } from '../../shared/http/json-body.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute } from '../pipeline/resource-route.ts';
import type { SecretPorts } from './create-webhook.ts';
import { findWebhook } from './find-webhook.ts';
import { RotateWebhookSecretRequest } from './webhook-requests.schema.ts';

export interface RotateWebhookSecretPorts extends SecretPorts {
  webhooks: WebhookStore;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** A new secret, which is in this answer only. The former one goes on signing beside it for a while. */
export function rotateWebhookSecret(ports: RotateWebhookSecretPorts): ApiRoute {
  const { webhooks, pause } = ports;
  const readBody = (request: HttpRequest) => readActionBody(request, RotateWebhookSecretRequest);
  return changeRoute(
    {
      operation: 'rotateWebhookSecret',
      needsFreshSignIn: true,
      readBody,
      find: (request, caller) => findWebhook(webhooks, request, caller),
      pause,
    },
    (before, call, body) => rotate(before, body, call, ports),
  );
}

async function rotate(
  before: Webhook,
  { secret, overlap_hours }: RotateWebhookSecretRequest,
  call: Call,
  { webhooks, newSecret, sealSecret, newId }: RotateWebhookSecretPorts,
): Promise<HttpResponse> {
  const next = secret ?? newSecret();
  const after = toRotated(before, await sealSecret(before.organizationId, before.id, next), overlap_hours, call.now);
  const response = { status: 200, json: { ...webhookResource(after, call.now), secret: next } };
  const audit = auditEntry(call, newId('aud'), {
    action: 'webhook.secret_rotated',
    resource: { type: 'webhook', id: String(before.id) },
    after: { overlap_hours },
  });
  await webhooks.replace(before, after, audit, await call.keepAnswer(response));
  return response;
}

/** One former secret at most: a second rotation within the overlap ends the first. */
function toRotated(before: Webhook, secret: Sealed, overlapHours: number, now: Date): Webhook {
  const webhook = omit(before, 'previousSecret');
  const previousSecret = { sealed: webhook.secret, endsAt: addSeconds(now, overlapHours * 3600) };
  return { ...webhook, secret, updatedAt: now.toISOString(), ...(overlapHours > 0 && { previousSecret }) };
}
