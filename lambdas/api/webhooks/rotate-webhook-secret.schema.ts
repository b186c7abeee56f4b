import * as z from 'zod/mini';
import { WebhookSecret } from './webhook-requests.schema.ts';

const MOST_HOURS = 168;
const bounds = `must be from 0 to ${MOST_HOURS}`;

/** The body of POST /webhooks/{id}/rotate-secret. */
export const RotateWebhookSecretRequest = z.strictObject({
  /** Made by the service if absent. */
  secret: z.optional(WebhookSecret),
  /** How long deliveries are signed with the former secret too. */
  overlap_hours: z._default(z.int('must be an integer').check(z.minimum(0, bounds), z.maximum(MOST_HOURS, bounds)), 24),
});
export type RotateWebhookSecretRequest = z.infer<typeof RotateWebhookSecretRequest>;
