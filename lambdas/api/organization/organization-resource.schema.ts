import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { Id, Limit, Livemode, UsedAmount } from '../../../contract/api/wire.schema.ts';
import { KEY_DESCRIPTIONS } from '../../model/accounts/key-descriptions.ts';

const use = (text: string) => z.strictObject({ limit: Limit, used: UsedAmount }).check(z.describe(text));

export const OrganizationResource = z
  .strictObject({
    id: z.string().check(z.describe('Names your organization: tell it when you report a problem.')),
    livemode: Livemode,
    name: z.string().check(z.describe('The name that an administrator gave it.')),
    key: z
      .strictObject({
        id: z.string().check(z.describe('Its public part, which goes into `X-API-KEY-ID`.')),
        name: z.string().check(z.describe('The name that an administrator gave it.')),
        permissions: z.array(z.enum(PERMISSIONS)).check(z.describe('What it may do.')),
        allowed_addresses: z.optional(z.array(z.string()).check(z.describe(KEY_DESCRIPTIONS.allowedAddresses))),
        allowed_server_ids: z.optional(z.array(Id).check(z.describe(KEY_DESCRIPTIONS.allowedServers))),
      })
      .check(z.describe('The API key of this request.')),
    limits: z
      .strictObject({
        requests_per_minute: use('Of this API key, in the present minute of the clock.'),
        requests_per_hour: use('Of all API keys together, in the present hour of the clock.'),
        domains: use('Domains.'),
        unvalidated_domains: use('Domains that were never validated.'),
        servers: use('Servers.'),
        webhooks: use('Webhooks.'),
        new_receivers_per_hour: use('Webhooks created, or sent to another host, in the present hour of the clock.'),
      })
      .check(z.describe('What your organization may use, and how much of it is used up.')),
    portal_url: z.optional(
      z
        .url()
        .check(
          z.describe('Your portal, in which the owner of a hostname sees what to do. Absent until it is needed the first time.'),
        ),
    ),
    base_target: z
      .string()
      .check(
        z.describe(
          'Under this name lies the CNAME target of every server. It is no target itself: what a customer has to publish is the `cname_target` of the domain.',
        ),
      ),
    cname_target: z.string().check(
      z.meta({
        deprecated: true,
        description: 'The same as `base_target`, under a name that misleads: no CNAME record may point here.',
      }),
    ),
  })
  .check(z.meta({ id: 'Organization', description: 'Your organization, and what is left of its limits.' }));
