import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { CreatedAt, deletedSchema, Id, Instant, Livemode, pageOf, UpdatedAt } from '../../../contract/api/wire.schema.ts';

const shown = {
  id: Id.check(int64('Names the webhook in every other call.')),
  livemode: Livemode,
  url: z.string().check(z.describe('Where events are sent. What follows a `?` is masked: it may hold a secret.')),
  events: z.array(z.enum([...EVENT_NAMES, '*'])).check(z.minLength(1), z.describe('`*` stands for all, future ones too.')),
  status: z.enum(['active', 'disabled']).check(z.describe('`disabled`: nothing is sent until you enable it again.')),
  disabled: z
    .optional(
      z.strictObject({
        at: Instant.check(z.describe('When it was disabled.')),
        because: z
          .enum(['asked', 'gone', 'failing'])
          .check(z.describe('`asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days.')),
      }),
    )
    .check(
      z.describe(
        'Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.',
      ),
    ),
  description: z.optional(z.string().check(z.describe('What it is for, in words of your own.'))),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  previous_secret_ends_at: z
    .optional(Instant)
    .check(z.describe('After a rotation: until then deliveries are signed with the former secret too.')),
  last_delivery: z.optional(
    z
      .strictObject({
        status: z.enum(['pending', 'succeeded', 'failed']).check(z.describe('`pending`: it is tried again.')),
        at: Instant.check(z.describe('When that was decided.')),
      })
      .check(z.describe('How the last delivery stands; absent before the first.')),
  ),
  warnings: z.optional(
    z
      .array(z.string())
      .check(
        z.describe(
          'What may be wrong with the `url` or the `secret`, found when it was set. Only in the answer to that request.',
        ),
      ),
  ),
};

/** A webhook as the API shows it. Fields that do not apply are absent. */
export const WebhookResource = z.strictObject(shown).check(z.meta({ id: 'Webhook', description: 'Where events are sent.' }));

/** The responses of creation and rotation: only these have the secret. */
export const WebhookWithSecret = z
  .strictObject({ ...shown, secret: z.string().check(z.describe('Signs the deliveries. It is shown here only.')) })
  .check(z.meta({ id: 'WebhookWithSecret', description: 'A webhook, and the secret that signs its deliveries.' }));

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
export const DeletedWebhook = deletedSchema(Id.check(int64('The id that the webhook had.'))).check(
  z.meta({ id: 'DeletedWebhook' }),
);
