import * as z from 'zod/mini';
import { deletedSchema, Id, Instant } from '../../../contract/api/wire.schema.ts';
import { LOCALES } from '../../../contract/paths.ts';

const MAX_HOURS = 168;

export const CreatePortalLinkRequest = z.strictObject({
  expires_in_hours: z._default(
    z
      .int()
      .check(
        z.minimum(1, 'must be at least 1'),
        z.maximum(MAX_HOURS, `must be at most ${MAX_HOURS}`),
        z.describe('For how long the link works; seven days if absent.'),
      ),
    MAX_HOURS,
  ),
  locale: z.optional(
    z.enum(LOCALES).check(z.describe('The language of the page; without it, that of the browser, else that of your theme.')),
  ),
});

export const PortalLinkResource = z
  .strictObject({
    url: z.url().check(z.describe('The address to send: whoever has it sees this domain, and can have it looked at.')),
    expires_at: Instant.check(z.describe('Until when the link works.')),
  })
  .check(z.meta({ id: 'PortalLink', description: 'A link to the portal, for the owner of one hostname.' }));

export const EndedPortalLinks = deletedSchema(Id.check(z.describe('The id of the domain.'))).check(
  z.meta({ id: 'EndedPortalLinks', description: 'All links to the page of a domain that were made before have ended.' }),
);
