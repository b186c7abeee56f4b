import * as z from 'zod/mini';
import { WebhookDescription, WebhookEvents, type WebhookRules, webhookUrl } from './webhook-requests.schema.ts';

const CHANGEABLE = ['url', 'events', 'description', 'status'];

/** The body of PATCH /webhooks/{id}. `description: null` takes it away. What is wrong with it as a whole is told under `body`. */
export function updateWebhookRequest(rules: WebhookRules) {
  return z
    .strictObject({
      id: z.optional(z.never('cannot be changed')),
      secret: z.optional(z.never('cannot be changed here; rotate it instead: POST /webhooks/{id}/rotate-secret')),
      url: z.optional(webhookUrl(rules)),
      events: z.optional(WebhookEvents),
      description: z.optional(z.nullable(WebhookDescription)),
      status: z.optional(z.enum(['active', 'disabled'], 'must be active or disabled')),
    })
    .check(
      z.refine((body) => Object.keys(body).length > 0, {
        error: `must have at least one of ${CHANGEABLE.join(', ')}`,
        path: ['body'],
      }),
      z.meta({ minProperties: 1 }),
    );
}
export type UpdateWebhookRequest = z.infer<ReturnType<typeof updateWebhookRequest>>;
