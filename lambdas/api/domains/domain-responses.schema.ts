import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS } from '../../../contract/api/error-codes.ts';
import { FailedItem } from '../../../contract/api/http-error.schema.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { Instant, pageOf } from '../../../contract/api/wire.schema.ts';
import { EvidenceResource } from '../../model/domains/diagnosis-resource.schema.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';

const TimelineResource = z
  .strictObject({
    id: z.string().check(z.describe('Names the entry.')),
    at: Instant.check(z.describe('When it happened.')),
    type: z.string().check(z.describe('For example `order.created`. New types are added over time.')),
    diagnosis: z.enum(DIAGNOSIS_CODES).check(z.describe('The code of the diagnosis at that moment.')),
    reason: z.optional(z.enum(DIAGNOSIS_REASONS).check(z.describe('The reason of the diagnosis, where it has one.'))),
    observed: z.optional(
      z
        .string()
        .check(
          z.describe(
            'What a wrong record points to, or what else was seen. Written by strangers: escape it wherever it is shown.',
          ),
        ),
    ),
    evidence: z.optional(
      z
        .array(EvidenceResource)
        .check(z.describe('What the diagnosis rests on. With `reason` and `observed` only where it became another.')),
    ),
    quiet_looks: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.describe(
            'So many looks at DNS before this one found nothing new, and are no entries. Absent: none that are known of.',
          ),
        ),
    ),
    actor: z
      .strictObject({
        type: z
          .enum(['api_key', 'user', 'service'])
          .check(
            z.describe(
              '`api_key`: a request of yours. `user`: one of your people, in the dashboard. `service`: the service on its own.',
            ),
          ),
        key_id: z.optional(z.string().check(z.describe('The public id of the API key.'))),
        user_id: z.optional(z.string().check(z.describe('The id of the person.'))),
      })
      .check(z.describe('Who caused it.')),
    request_id: z.optional(
      z.string().check(z.describe('The `X-Request-Id` of the request that it comes from, where it comes from one.')),
    ),
  })
  .check(z.meta({ id: 'DomainEvent', description: 'One entry of a domain’s timeline.' }));

export const TimelinePage = pageOf(TimelineResource).check(z.meta({ id: 'DomainEventPage' }));

const count = z.int().check(z.minimum(0));

export const DomainCounts = z
  .strictObject({
    total: count.check(z.describe('All domains of the organization. It lags by a second or two.')),
    by_actor: z
      .strictObject({
        customer: count.check(z.describe('A customer has to change something in DNS.')),
        integrator: count.check(z.describe('You have to.')),
        service: count.check(z.describe('This service has to.')),
        nobody: count.check(z.describe('Served, or going on by themselves.')),
      })
      .check(z.describe('By `diagnosis.actor`.')),
    is_complete: z
      .boolean()
      .check(z.describe('False where so many wait for somebody that they were not all counted: there are at least these.')),
    counted_at: Instant.check(
      z.describe('When `customer`, `integrator` and `service` were counted: at most 30 s ago. `total` and `nobody` are of now.'),
    ),
  })
  .check(z.meta({ id: 'DomainCounts', description: 'How many domains wait for whom.' }));

const expiryCounts = {
  by_itself: count.check(z.describe('It is renewed without anybody.')),
  needs_somebody: count.check(z.describe('You or a customer have to do something before it can be renewed.')),
};

export const DomainExpiries = z
  .strictObject({
    earlier: z.strictObject(expiryCounts).check(z.describe('Certificates that ended before the first of the weeks.')),
    weeks: z
      .array(
        z.strictObject({
          starts_at: Instant.check(z.describe('The Monday with which it begins.')),
          ends_at: Instant.check(z.describe('The next Monday, which is not in it any more.')),
          ...expiryCounts,
        }),
      )
      .check(z.describe('Weeks from Monday to Monday in UTC, the present one first.')),
    is_complete: z
      .boolean()
      .check(z.describe('False where so many end that they were not all counted: from `complete_until` on there are more.')),
    complete_until: z.optional(Instant).check(z.describe('Up to there everything was counted; absent if it was.')),
    counted_at: Instant.check(z.describe('When the domains were counted.')),
  })
  .check(z.meta({ id: 'DomainExpiries', description: 'How many certificates end in which week.' }));

const CreatedItem = z
  .strictObject({
    index: count.check(int64('The place of the item in the request.')),
    status: z.literal('created').check(z.describe('The item made a domain.')),
    domain: DomainResource,
  })
  .check(z.meta({ id: 'CreatedItem', description: 'An item of a bulk request that made a domain.' }));

/** The answer of POST /domains/bulk when at least one domain was created. */
export const BulkResource = z
  .strictObject({
    data: z
      .array(z.discriminatedUnion('status', [CreatedItem, FailedItem]))
      .check(z.describe('One result for each item, in the order of the request.')),
    summary: z
      .strictObject({
        created: z.int().check(z.minimum(1), int64('How many domains were created.')),
        failed: count.check(int64('How many items were refused.')),
      })
      .check(z.describe('How many there are of each kind.')),
  })
  .check(z.meta({ id: 'BulkResult', description: 'One result for each item, in the order of the request.' }));
