import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { CreatedAt, deletedSchema, Id, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';
import { KEY_DESCRIPTIONS } from '../../model/accounts/key-descriptions.ts';

const shown = {
  id: z.string().check(z.describe('Its public part, which goes into `X-API-KEY-ID`.')),
  livemode: Livemode,
  name: z.string().check(z.describe(KEY_DESCRIPTIONS.name)),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.describe('What it may do.')),
  created_at: CreatedAt,
  last_used_at: z.optional(Instant).check(z.describe('When it last made a request; absent until the first.')),
  last_used_from: z.optional(z.string()).check(z.describe('From which address it made that request.')),
  expires_at: z.optional(Instant).check(z.describe('When it ends by itself.')),
  allowed_addresses: z
    .optional(z.array(z.string()))
    .check(z.describe('Addresses and ranges from which alone it may be used; absent: from everywhere.')),
  allowed_server_ids: z
    .optional(z.array(Id))
    .check(z.describe('The servers whose domains alone it may see and change; absent: all.')),
  previous_secret_ends_at: z
    .optional(Instant)
    .check(z.describe('After a rotation: until then the former secret is accepted too.')),
};

/** An API key in the API. Fields that do not apply are absent. */
export const KeyResource = z
  .strictObject(shown)
  .check(z.meta({ id: 'ApiKey', description: 'With what a program of yours calls the API.' }));

/** An API key in events, which more people may read than the list of keys. */
export const KeyInEvent = z
  .strictObject({
    id: shown.id,
    name: shown.name,
    created_at: shown.created_at,
    last_used_at: shown.last_used_at,
    expires_at: shown.expires_at,
  })
  .check(z.meta({ id: 'ApiKeyInEvent', description: 'An API key, without what it may do.' }));

/** Who reported the secret, and what was revoked. */
export const LeakInEvent = z
  .strictObject({
    reporter: z.enum(['github', 'holder']).check(z.describe('GitHub, as its signature proves, or whoever holds the secret.')),
    ended: z.enum(['key', 'former_secret']).check(z.describe('The key, or only the secret that a rotation had replaced.')),
    url: z
      .optional(z.string())
      .check(z.describe('Where it was found, as the reporter says. Where that is not GitHub, anybody may have written it.')),
  })
  .check(z.meta({ id: 'LeakInEvent', description: 'A report that a secret has leaked.' }));

/** The answer to a creation or a rotation: the only ones that contain the secret. */
export const KeyWithSecret = z
  .strictObject({ ...shown, secret: z.string().check(z.describe('Goes into `X-API-KEY`. It is shown here only.')) })
  .check(z.meta({ id: 'ApiKeyWithSecret', description: 'An API key, and its secret.' }));

export const KeyPage = pageOf(KeyResource).check(z.meta({ id: 'ApiKeyPage' }));
export const RevokedKey = deletedSchema(z.string().check(z.describe('The id that the key had.'))).check(
  z.meta({ id: 'RevokedApiKey' }),
);
