import * as z from 'zod/mini';
import { WebhookDescription, WebhookEvents, type WebhookRules, WebhookSecret, webhookUrl } from './webhook-requests.schema.ts';

/** The body of POST /webhooks. */
export function createWebhookRequest(rules: WebhookRules) {
  return z.strictObject({
    url: webhookUrl(rules),
    events: WebhookEvents,
    description: z.optional(WebhookDescription),
    /** Made by the service if absent. */
    secret: z.optional(WebhookSecret),
  });
}
export type CreateWebhookRequest = z.infer<ReturnType<typeof createWebhookRequest>>;
