import * as z from 'zod/mini';
import { EVENT_NAMES, isAboutWebhook } from '../../shared/contract/events.ts';

/** The body of POST /webhooks/{id}/test. */
export const TestWebhookRequest = z
  .strictObject({
    event: z
      ._default(z.enum(EVENT_NAMES, 'is not the name of an event'), 'webhook.test')
      .check(z.describe('What the sample is of.')),
    domain_id: z
      .optional(z.int('must be an integer').check(z.minimum(1, 'must be 1 or more')))
      .check(z.describe('A domain of yours that the sample shows, for an event about a domain; needs `domains.read` as well.')),
  })
  .check(
    z.refine(({ event, domain_id }) => domain_id === undefined || !isAboutWebhook(event), {
      error: 'goes with an event about a domain',
      path: ['domain_id'],
      when: ({ issues }) => issues.length === 0,
    }),
  );
export type TestWebhookRequest = z.infer<typeof TestWebhookRequest>;
