import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES, TRANSFER_REFUSALS } from '../../../contract/api/error-codes.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { DOMAIN_DESCRIPTIONS } from '../../model/domains/domain-descriptions.ts';
import { REVOCATION_REASONS, ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { givenInstant, integerParameter, PAGE_PARAMETERS } from '../../shared/http/parameters.ts';

export const MAX_METADATA_PAIRS = 20;
export const TOO_MANY_PAIRS = `may have ${MAX_METADATA_PAIRS} keys`;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

/** Assigning the key `__proto__` to an object loses it silently. */
const isNoPrototype = z.refine(
  (pairs: unknown) => !(pairs instanceof Object && Object.hasOwn(pairs, '__proto__')),
  'a key must not be __proto__',
);

const key = z
  .string()
  .check(
    minLength(1, 'a key needs at least one character'),
    maxLength(LONGEST_KEY, `a key may have ${LONGEST_KEY} characters`),
    isWellFormed,
  );
const value = z.string().check(maxLength(LONGEST_VALUE, `a value may have ${LONGEST_VALUE} characters`), isWellFormed);

export const Metadata = z.pipe(
  z.unknown().check(isNoPrototype),
  z.record(key, value).check(
    z.refine((pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS, TOO_MANY_PAIRS),
    z.meta({ maxProperties: MAX_METADATA_PAIRS, description: DOMAIN_DESCRIPTIONS.metadata }),
  ),
);

/** A merge patch: null removes a key. */
export const MetadataChange = z.pipe(z.unknown().check(isNoPrototype), z.record(key, z.nullable(value)));
export type MetadataChange = z.infer<typeof MetadataChange>;

const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `must be one of ${values.join(', ')}`);

export const RevokeDomainRequest = z.strictObject({
  reason: oneOf(REVOCATION_REASONS).check(
    z.describe(
      'By the names of RFC 5280. `keyCompromise`: somebody else has or may have the private key; `superseded`: another certificate is to take its place; `unspecified`: none of the others.',
    ),
  ),
});
export type RevokeDomainRequest = z.infer<typeof RevokeDomainRequest>;

export const ValidationMethod = oneOf(['http', 'dns']).check(
  z.describe(
    '`http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic.',
  ),
);

const CHANGEABLE = ['server_id', 'send_notifications', 'metadata', 'validation', 'refuse_transfer'] as const;

/** The body of PATCH /domains/{id}. Problems with the body as a whole are reported under `body`. */
export const UpdateDomainRequest = z
  .strictObject({
    url: z.optional(z.never('cannot be changed; delete the domain and create another')),
    server_id: z.optional(ServerId.check(int64('The id of the server to which the domain moves.'))),
    send_notifications: z.optional(z.boolean().check(z.describe(DOMAIN_DESCRIPTIONS.sendNotifications))),
    validation: z.optional(ValidationMethod),
    refuse_transfer: z
      .optional(oneOf(TRANSFER_REFUSALS))
      .check(
        z.describe(
          'Refuses the transfer that `transfer` shows, and says why. `owner_disagrees`: the owner of the hostname wants to stay with you; `contract_runs`: a contract binds it to you; `zone_compromised`: somebody else than the owner has set the TXT record. The other organization is told this word, and nothing else of you.',
        ),
      ),
    metadata: z
      .optional(MetadataChange)
      .check(z.describe('Merged with what is there; null removes a key. At most 20 keys may be left.')),
  })
  .check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: `must have at least one of ${CHANGEABLE.join(', ')}`,
      path: ['body'],
      when: ({ issues }) => issues.length === 0,
    }),
  );
export type UpdateDomainRequest = z.infer<typeof UpdateDomainRequest>;

const MAX_DAYS = 3650;
const MAX_WEEKS = 52;

/** The query of GET /domains. A domain is listed if it meets every filter. */
export const ListDomainsQuery = z.strictObject({
  ...PAGE_PARAMETERS,
  ssl_status: z.optional(oneOf(ShownDomain.shape.sslStatus.options)).check(z.describe('Domains with this `ssl_status`.')),
  dns_status: z.optional(oneOf(ShownDomain.shape.dnsStatus.options)).check(z.describe('Domains with this `dns_status`.')),
  server_id: z.optional(integerParameter(1, Number.MAX_SAFE_INTEGER)).check(z.describe('Domains of this server.')),
  actor: z.optional(oneOf(ACTORS)).check(z.describe('Who has to act, as in `diagnosis.actor`; `nobody`: waiting is enough.')),
  diagnosis_code: z.optional(oneOf(DIAGNOSIS_CODES)).check(z.describe('As in `diagnosis.code`.')),
  metadata: z
    .optional(Metadata)
    .check(z.describe('`metadata[plan]=pro`: domains whose `metadata` has this value under this key; several: all of them.')),
  created_after: z.optional(givenInstant).check(z.describe('Domains with this `created_at` or a later one.')),
  updated_after: z.optional(givenInstant).check(z.describe('Domains with this `updated_at` or a later one.')),
  expires_within: z
    .optional(integerParameter(0, MAX_DAYS))
    .check(z.describe('Days: domains with a certificate whose `expires_at` is before now plus that, the soonest first.')),
  expires_after: z
    .optional(givenInstant)
    .check(z.describe('Domains with a certificate whose `expires_at` is this or later, the soonest first.')),
  expires_before: z
    .optional(givenInstant)
    .check(z.describe('Domains with a certificate whose `expires_at` is before this, the soonest first.')),
  url: z
    .optional(z.string())
    .check(z.describe('The whole hostname, in any case, as Unicode or punycode. What is no hostname is no domain’s.')),
  url_prefix: z.optional(z.string()).check(z.describe('How the hostname begins, as `url` is answered: in punycode.')),
  sort: z
    .optional(oneOf(['newest', 'oldest']))
    .check(
      z.describe(
        '`newest`, as without it: the domain that was created last comes first; `oldest`: the one that was created first. Where `actor` is somebody, `diagnosis.since` takes the place of the creation: `oldest` has first whatever has waited longest. `expires_within` has an order of its own.',
      ),
    ),
});
export type ListDomainsQuery = z.infer<typeof ListDomainsQuery>;
export type DomainFilters = Omit<ListDomainsQuery, keyof typeof PAGE_PARAMETERS | 'sort'>;
export type DomainSort = ListDomainsQuery['sort'];

export const CountExpiriesQuery = z.strictObject({
  weeks: z
    ._default(z.optional(integerParameter(1, MAX_WEEKS)), 13)
    .check(z.describe('How many weeks, the present one included.')),
  format: z
    .optional(z.enum(['json', 'csv'], 'must be json or csv'))
    .check(
      z.describe(
        '`csv` for a table, as with `Accept: text/csv`: a line for what ended before, and one for each week. `is_complete` says in each line whether all of it was counted.',
      ),
    ),
});

/** Where a page ended. `before`: the instant of `expires_within`, fixed on the first page for all pages. */
export const DomainCursor = z.object({
  id: z.int(),
  endsAt: z.optional(z.string()),
  since: z.optional(z.string()),
  before: z.optional(z.string()),
});
export type DomainCursor = z.infer<typeof DomainCursor>;
