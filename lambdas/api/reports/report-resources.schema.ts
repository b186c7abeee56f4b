import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { Day, Livemode } from '../../../contract/api/wire.schema.ts';

const count = z.int().check(z.minimum(0));
const countOf = (text: string) => count.check(z.describe(text));
const share = (text: string) => z.optional(z.number().check(z.minimum(0), z.maximum(1), z.describe(text)));
const edge = (text: string) => z.nullable(count).check(z.describe(`${text}; null: longer than all others.`));
const below = (text: string) => z.optional(count.check(z.describe(text)));
const day = Day.check(z.describe('In UTC.'));
const actor = z.enum(ACTORS).check(z.describe('Who had to act.'));

const range = {
  livemode: Livemode,
  from: Day.check(z.describe('The first day.')),
  to: Day.check(z.describe('The last day.')),
  is_complete: z
    .boolean()
    .check(
      z.describe(
        'Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.',
      ),
    ),
  missing_days: z.array(Day).check(z.describe('Days of which nothing is known: from before the organization, or this report.')),
};

export const TimeToActiveReport = z
  .strictObject({
    ...range,
    total: z
      .strictObject({
        domains: countOf('Domains that got their first certificate.'),
        p50_seconds: below('Half of them waited no longer.'),
        p90_seconds: below('Nine of ten waited no longer.'),
        p99_seconds: below('99 of 100 waited no longer.'),
        waits: z.optional(
          z
            .strictObject({
              domains: countOf('Domains of which it is known: those of today are not among them.'),
              customer_seconds: countOf('For the owner of the domain: the record, or another that is in the way.'),
              ca_seconds: countOf('For the certificate authority.'),
              server_seconds: countOf('For your server.'),
              service_seconds: countOf('For this service.'),
            })
            .check(z.describe('For whom a domain waited, on average; absent where it is known of none.')),
        ),
      })
      .check(z.describe('Of all days.')),
    histogram: z
      .array(
        z.strictObject({
          up_to_seconds: edge('The longest wait that counts here'),
          domains: countOf('Domains that waited longer than the bucket before, and no longer than this.'),
        }),
      )
      .check(z.describe('From the creation of a domain to its first certificate. The buckets never change.')),
    days: z
      .array(
        z.strictObject({
          day,
          domains: countOf('Domains that got their first certificate.'),
          p50_seconds: below('Half of them waited no longer.'),
        }),
      )
      .check(z.describe('Oldest first.')),
  })
  .check(z.meta({ id: 'TimeToActiveReport', description: 'How long customers wait for their first certificate, and for whom.' }));

export const FailuresReport = z
  .strictObject({
    ...range,
    data: z
      .array(
        z.strictObject({
          code: z.enum(DIAGNOSIS_CODES).check(z.describe('The code of the diagnosis.')),
          actor,
          failed: countOf('How often a domain failed so.'),
          at_risk: countOf('How often it threatened a certificate in use.'),
          fixed: countOf('How many such failures ended.'),
          mean_hours_until_fixed: z.optional(
            z.number().check(z.minimum(0), z.describe('From the failure to its end; absent where none ended.')),
          ),
        }),
      )
      .check(z.describe('Most frequent first.')),
    days: z
      .array(
        z.strictObject({
          day,
          failed: countOf('Failures.'),
          at_risk: countOf('Threats to a certificate in use.'),
          fixed: countOf('Failures that ended.'),
        }),
      )
      .check(z.describe('Oldest first.')),
  })
  .check(z.meta({ id: 'FailuresReport', description: 'What goes wrong, who has to act, and how long it lasts.' }));

export const RenewalsReport = z
  .strictObject({
    ...range,
    total: z
      .strictObject({
        renewed: countOf('Certificates that were renewed.'),
        on_time: countOf('Of these, 14 days or more before the end; of a life shorter than 42 days, a third of it.'),
        late: countOf('Of these, later than that.'),
        unmeasured: countOf('Of these, from before this report: it is not known.'),
        expired: countOf('Certificates that ended before another was served.'),
        on_time_share: share('Of what is measured and what expired; absent where there is neither.'),
      })
      .check(z.describe('Of all days.')),
    objective: z
      .strictObject({
        on_time_share: z.number().check(z.describe('What we promise.')),
        allowed: z.number().check(z.describe('How many may be late or expire by that.')),
        used: countOf('How many were, or did.'),
        left_share: z.number().check(z.describe('What is left of the allowed; below 0: the promise is broken.')),
      })
      .check(z.describe('The error budget of the range.')),
    expired_by: z
      .array(z.strictObject({ actor, certificates: countOf('Certificates that expired.') }))
      .check(z.describe('Who had to act before they expired.')),
    delays: z
      .array(
        z.strictObject({
          up_to_seconds: edge('The longest delay that counts here'),
          renewals: countOf('Renewals that took longer than the bucket before, and no longer than this.'),
        }),
      )
      .check(z.describe('From the planned instant of a renewal to its end.')),
    lifetimes: z
      .array(
        z.strictObject({
          up_to_days: edge('The longest life that counts here'),
          certificates: countOf('Certificates of the range with such a life.'),
        }),
      )
      .check(z.describe('How long certificates live.')),
    readiness: z
      .array(
        z.strictObject({
          life_days: countOf('If all certificates lived so long.'),
          renewals_per_day: z.optional(z.number().check(z.describe('Needed on average for the domains of today.'))),
          on_time_share: share(
            'Of the measured renewals: those whose delay would have been in time; absent where there are none.',
          ),
        }),
      )
      .check(z.describe('How the same renewals would have stood with shorter lives.')),
    ca_orders: z
      .strictObject({
        per_day: countOf('Orders that the certificate authority takes of this service in a day.'),
        counts_renewals: z.boolean().check(z.describe('False: it takes renewals beyond that.')),
      })
      .check(z.describe('The limit that renewals have to fit in.')),
    days: z
      .array(
        z.strictObject({
          day,
          on_time: countOf('Renewals in time.'),
          late: countOf('Renewals that were late.'),
          unmeasured: countOf('Renewals of which it is not known.'),
          expired: countOf('Certificates that expired.'),
        }),
      )
      .check(z.describe('Oldest first.')),
  })
  .check(
    z.meta({
      id: 'RenewalsReport',
      description: 'Whether certificates are renewed in time, and whether shorter lives would be, too.',
    }),
  );

const deliveries = {
  succeeded: countOf('Deliveries of events of that time that arrived.'),
  failed: countOf('Deliveries that were given up.'),
  pending: countOf('Deliveries that were still tried when they were counted.'),
  success_rate: share('Of those that ended; absent where none did.'),
  attempts: countOf('Attempts of all of them.'),
  p95_milliseconds: below('95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s.'),
};

export const WebhooksReport = z
  .strictObject({
    ...range,
    data: z
      .array(
        z.strictObject({
          webhook_id: z.int().check(z.describe('The id of the webhook.')),
          ...deliveries,
          days: z.array(z.strictObject({ day, ...deliveries })).check(z.describe('Days with deliveries, oldest first.')),
        }),
      )
      .check(z.describe('Each webhook with deliveries that was there in the night after.')),
  })
  .check(z.meta({ id: 'WebhooksReport', description: 'How your receivers take deliveries. Today is not in it.' }));

const use = {
  key_id: z.string().check(z.describe('The public id of the API key.')),
  requests: countOf('Requests that were answered within the limits.'),
  minutes_at_limit: countOf('Minutes in which the key used all that it may; requests beyond that got 429.'),
};

export const ApiUseReport = z
  .strictObject({
    ...range,
    total: z
      .strictObject({
        requests: countOf('Requests of all keys that were answered within the limits.'),
        hours_at_limit: countOf('Hours in which all keys together used all that they may; requests beyond that got 429.'),
      })
      .check(z.describe('Of all days.')),
    limits: z
      .strictObject({
        requests_per_minute: countOf('Of a key.'),
        requests_per_hour: countOf('Of all keys together.'),
      })
      .check(z.describe('As they are now, for the caller.')),
    data: z.array(z.strictObject(use)).check(z.describe('By key, most requests first.')),
    days: z
      .array(
        z.strictObject({
          day,
          requests: countOf('Requests of all keys.'),
          hours_at_limit: countOf('Hours at the limit.'),
          keys: z.array(z.strictObject(use)).check(z.describe('By key, most requests first.')),
        }),
      )
      .check(z.describe('Oldest first. A day lasts from one night’s computation to the next.')),
  })
  .check(
    z.meta({ id: 'ApiUseReport', description: 'How much of the API’s limits is used, and by which key. Today is not in it.' }),
  );

export const ChangesReport = z
  .strictObject({
    ...range,
    data: z
      .array(z.strictObject({ action: z.string().check(z.describe('As in the audit.')), changes: countOf('How often.') }))
      .check(z.describe('Most frequent first.')),
    days: z
      .array(z.strictObject({ day, changes: countOf('Changes of people, invitations and keys.') }))
      .check(z.describe('Oldest first.')),
  })
  .check(
    z.meta({ id: 'ChangesReport', description: 'How often people, invitations and API keys were changed. Today is not in it.' }),
  );
