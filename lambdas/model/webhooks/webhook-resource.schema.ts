import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { deletedSchema, Id, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';

const shown = {
  id: Id,
  livemode: Livemode,
  url: z.string(),
  events: z.array(z.enum([...EVENT_NAMES, '*'])).check(z.minLength(1), z.describe('`*` stands for all, future ones too.')),
  status: z.enum(['active', 'disabled']),
  disabled: z
    .optional(z.strictObject({ at: Instant, because: z.enum(['asked', 'gone', 'failing']) }))
    .check(
      z.describe(
        'Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.',
      ),
    ),
  description: z.optional(z.string()),
  created_at: Instant,
  updated_at: Instant,
  previous_secret_ends_at: z
    .optional(Instant)
    .check(z.describe('After a rotation: until then deliveries are signed with the former secret too.')),
  last_delivery: z.optional(z.strictObject({ status: z.enum(['pending', 'succeeded', 'failed']), at: Instant })),
  warnings: z.optional(z.array(z.string())),
};

/** A webhook as the API shows it. What does not apply is absent. */
export const WebhookResource = z.strictObject(shown).check(z.meta({ id: 'Webhook', description: 'Where events are sent.' }));

/** The answers of creation and of a rotation: the only ones that have the secret. */
export const WebhookWithSecret = z
  .strictObject({ ...shown, secret: z.string().check(z.describe('Signs the deliveries. It is shown here only.')) })
  .check(z.meta({ id: 'WebhookWithSecret', description: 'A webhook, and the secret that signs its deliveries.' }));

/** The answer of a change. */
export const ChangedWebhook = z
  .strictObject({
    ...shown,
    missed_since: z
      .optional(Instant)
      .check(
        z.describe(
          'In the answer that enables it again: `since` for a replay of what it may lack, from its first failure on. Deliveries with `state=missed` list what was never sent.',
        ),
      ),
  })
  .check(
    z.meta({ id: 'ChangedWebhook', description: 'A webhook, and when it is enabled again, since when it may lack events.' }),
  );

export const WebhookPage = pageOf(WebhookResource).check(z.meta({ id: 'WebhookPage' }));
export const DeletedWebhook = deletedSchema(Id).check(z.meta({ id: 'DeletedWebhook' }));
