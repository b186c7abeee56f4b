import * as z from 'zod/mini';
import { EVENT_NAMES } from '../shared/contract/events.ts';
import { deleted, Id, Instant, pageOf } from '../shared/contract/wire.schema.ts';

const shown = {
  id: Id,
  url: z.string(),
  events: z.array(z.enum([...EVENT_NAMES, '*'])).check(z.minLength(1), z.describe('`*` stands for all, future ones too.')),
  status: z.enum(['active', 'disabled']),
  description: z.optional(z.string()),
  created_at: Instant,
  updated_at: Instant,
  last_delivery: z.optional(z.strictObject({ status: z.enum(['pending', 'succeeded', 'failed']), at: Instant })),
  warnings: z.optional(z.array(z.string())),
};

/** A webhook as the API shows it. What does not apply is absent. */
export const WebhookResource = z.strictObject(shown).check(z.meta({ id: 'Webhook', description: 'Where events are sent.' }));

/** The answers of creation and of a rotation: the only ones that have the secret. */
export const WebhookWithSecret = z
  .strictObject({ ...shown, secret: z.string().check(z.describe('Signs the deliveries. It is shown here only.')) })
  .check(z.meta({ id: 'WebhookWithSecret', description: 'A webhook, and the secret that signs its deliveries.' }));

export const WebhookPage = pageOf(WebhookResource).check(z.meta({ id: 'WebhookPage' }));
export const DeletedWebhook = deleted(Id).check(z.meta({ id: 'DeletedWebhook' }));
