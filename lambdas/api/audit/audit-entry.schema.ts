import * as z from 'zod/mini';
import { Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';
import { ACTOR_TYPES, AUDITED_TYPES } from '../../shared/audit/audit.schema.ts';
import { givenInstant, integerParameter, PAGE_PARAMETERS } from '../../shared/http/parameters.ts';

const LONGEST_ID = 100;
const id = z
  .string()
  .check(z.minLength(1, 'needs at least one character'), z.maxLength(LONGEST_ID, `may have ${LONGEST_ID} characters`));

/** An entry is listed if it meets every filter. */
const FILTERS = {
  created_after: z.optional(givenInstant).check(z.describe('Entries with this `created_at` or a later one.')),
  created_before: z.optional(givenInstant).check(z.describe('Entries with an earlier `created_at`.')),
  actor: z
    .optional(id)
    .check(
      z.describe(
        `Who made the change: the id of an API key, a person or a machine, or one of ${ACTOR_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      ),
    ),
  object_type: z
    .optional(z.enum(AUDITED_TYPES, `must be one of ${AUDITED_TYPES.join(', ')}`))
    .check(z.describe('What was changed.')),
  object_id: z.optional(id).check(z.describe('The id of what was changed; with `object_type`.')),
  request_id: z.optional(id).check(z.describe('The `X-Request-Id` of the request that made the change.')),
};

/** Ten times the limit of other lists: an export with smaller pages would soon reach the request limit. */
const LARGEST_PAGE = 1_000;
const STANDARD_PAGE = 50;

export const ListAuditQuery = z
  .strictObject({
    ...PAGE_PARAMETERS,
    limit: z._default(integerParameter(1, LARGEST_PAGE), STANDARD_PAGE).check(z.describe('The most to answer.')),
    format: z
      .optional(z.enum(['json', 'csv', 'jsonl'], 'must be json, csv or jsonl'))
      .check(
        z.describe(
          '`csv` or `jsonl` for the page as a file, as with `Accept: text/csv` or `application/jsonl`. Its last line has `next_cursor`, empty or null on the last page.',
        ),
      ),
    ...FILTERS,
  })
  .check(
    z.refine(({ object_type, object_id }) => object_id === undefined || object_type !== undefined, {
      path: ['object_id'],
      error: 'needs object_type, because ids of different types may be the same',
    }),
  );
export type AuditFilters = Pick<z.infer<typeof ListAuditQuery>, keyof typeof FILTERS>;

/** The month, and the entry id below which the next page begins. */
export const AuditCursor = z.object({ month: z.string(), before: z.optional(z.string()) });
export type AuditCursor = z.infer<typeof AuditCursor>;

const facts = z.optional(z.record(z.string(), z.unknown()));

/** An audit entry in the API. Fields that do not apply are absent. */
const AuditEntryResource = z
  .strictObject({
    id: z.string().check(z.describe('Names the entry.')),
    livemode: Livemode,
    created_at: Instant.check(z.describe('When the change was made, by the time of day, also in test mode.')),
    test_clock_at: z
      .optional(Instant)
      .check(z.describe('In test mode, what the test clock showed, where the change came through the API.')),
    action: z.string().check(z.describe('For example `domain.updated`; further ones may come.')),
    object: z
      .strictObject({
        type: z.enum(AUDITED_TYPES).check(z.describe('What was changed.')),
        id: z.string().check(z.describe('Its id.')),
      })
      .check(z.describe('What was changed.')),
    actor: z
      .strictObject({
        type: z.enum(ACTOR_TYPES).check(z.describe('A key, a person, a machine’s agent, or one of the two below.')),
        key_id: z.optional(z.string().check(z.describe('The public id of the API key.'))),
        user_id: z.optional(z.string().check(z.describe('The id of the person.'))),
        machine_id: z.optional(z.string().check(z.describe('The id of the machine.'))),
      })
      .check(z.describe('Who made the change. `administrator`: whoever runs the service; `service`: the service itself.')),
    request_id: z
      .optional(z.string())
      .check(z.describe('The `X-Request-Id` of the request, where it was one of a key or a person.')),
    source_ip: z.optional(z.string()).check(z.describe('The address from which it came.')),
    user_agent: z.optional(z.string()).check(z.describe('The program that sent it, as it called itself.')),
    before: facts.check(z.describe('What was changed, as it was before; never a secret.')),
    after: facts.check(z.describe('The same as it was then.')),
  })
  .check(z.meta({ id: 'AuditEntry', description: 'One change that somebody made.' }));

export const AuditPage = pageOf(AuditEntryResource).check(z.meta({ id: 'AuditPage' }));
