import { secretWarnings } from '../../model/webhooks/secret-warnings.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { WebhookWithSecret } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { webhookContext } from '../../shared/secrets/sealing-context.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { withWarnings } from './check-receiver.ts';
import { findWebhook } from './find-webhook.ts';
import { EXAMPLE_SECRET, EXAMPLE_WEBHOOK } from './webhook-example.ts';
import { RotateWebhookSecretRequest } from './webhook-requests.schema.ts';

type RotationPorts = Pick<Rows, 'webhooks' | 'newWebhookSecret' | 'seal' | 'newId'>;

/** Creates a new secret, shown in this answer only. The old secret also signs during the overlap. */
export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  clientMethod: 'webhooks.rotate_secret',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.secret_rotated', facts: ['after'] },
  summary: 'Rotate the secret of a webhook',
  description:
    'Deliveries carry signatures by both secrets until the overlap is over. Without a `secret` one is made; it is in this answer only.',
  needsFreshSignIn: true,
  body: { schema: RotateWebhookSecretRequest, example: () => ({}), isOptional: true },
  answer: {
    status: 200,
    description: 'The webhook, with its new secret.',
    schema: WebhookWithSecret,
    example: () => ({ ...EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET }),
  },
  prepare: (ports: RotationPorts & Pick<Rows, 'pause'>) =>
    prepareChange(
      { find: (request, caller) => findWebhook(ports.webhooks, request, caller), pause: ports.pause },
      (before, call, body: RotateWebhookSecretRequest) => rotate(before, body, call, ports),
    ),
});

async function rotate(
  before: Webhook,
  { secret, overlap_hours }: RotateWebhookSecretRequest,
  call: Call,
  { webhooks, newWebhookSecret, seal, newId }: RotationPorts,
): Promise<HttpResponse> {
  const next = secret ?? newWebhookSecret();
  const sealed = await seal(Buffer.from(next), webhookContext(before.organizationId, before.id));
  const after = toRotated(before, sealed, overlap_hours, call.now);
  const response = {
    status: 200,
    json: { ...withWarnings(webhookResource(after, call.now), secretWarnings(next)), secret: next },
  };
  const audit = auditEntry(call, newId('aud'), {
    action: 'webhook.secret_rotated',
    resource: { type: 'webhook', id: String(before.id) },
    after: { overlap_hours },
  });
  await webhooks.replace(before, after, audit, await call.answerWrites(response));
  return response;
}

/** One old secret at most: a second rotation within the overlap ends the first one's. */
function toRotated(before: Webhook, secret: Sealed, overlapHours: number, now: Date): Webhook {
  const webhook = omit(before, 'previousSecret');
  const previousSecret = { sealed: webhook.secret, endsAt: addSeconds(now, overlapHours * 3600) };
  return { ...webhook, secret, updatedAt: now.toISOString(), ...(overlapHours > 0 && { previousSecret }) };
}
