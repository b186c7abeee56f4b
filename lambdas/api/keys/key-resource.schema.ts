import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { deletedSchema, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';

const shown = {
  id: z.string().check(z.describe('Its public part, which goes into `X-API-KEY-ID`.')),
  livemode: Livemode,
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.describe('What it may do.')),
  created_at: Instant,
  last_used_at: z.optional(Instant).check(z.describe('When it last made a request; absent until the first.')),
  expires_at: z.optional(Instant).check(z.describe('When it ends by itself.')),
  previous_secret_ends_at: z
    .optional(Instant)
    .check(z.describe('After a rotation: until then the former secret is accepted too.')),
};

/** An API key as the API shows it. What does not apply is absent. */
export const KeyResource = z
  .strictObject(shown)
  .check(z.meta({ id: 'ApiKey', description: 'With what a program of yours calls the API.' }));

/** The answers of creation and of a rotation: the only ones that have the secret. */
export const KeyWithSecret = z
  .strictObject({ ...shown, secret: z.string().check(z.describe('Goes into `X-API-KEY`. It is shown here only.')) })
  .check(z.meta({ id: 'ApiKeyWithSecret', description: 'An API key, and its secret.' }));

export const KeyPage = pageOf(KeyResource).check(z.meta({ id: 'ApiKeyPage' }));
export const RevokedKey = deletedSchema(z.string()).check(z.meta({ id: 'RevokedApiKey' }));
