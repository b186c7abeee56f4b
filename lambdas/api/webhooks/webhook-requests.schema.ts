import * as z from 'zod/mini';
import { EVENT_NAMES, isDomainEvent } from '../../../contract/api/events.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { LONGEST_URL, urlProblems } from '../../model/webhooks/webhook-url.ts';

/** The deployment settings that the field rules depend on. */
export interface WebhookRules {
  webhookHttp: 'allowed' | 'refused';
}

/** For the reference: whether a deployment refuses http is not part of the schema. */
export const ANY_RULES: WebhookRules = { webhookHttp: 'allowed' };

function webhookUrl(rules: WebhookRules) {
  const shape = {
    // Not `format: uri`: a host may be international.
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description:
      'Where events are sent. It has no user name and no fragment. It is kept as the URL standard writes it: with a path, its host in lower case and in punycode.',
  };
  return z.string().check(
    isWellFormed,
    (payload) => {
      for (const message of urlProblems(payload.value, rules)) {
        payload.issues.push({ code: 'custom', message, input: payload.value });
      }
    },
    // Stores the normalized URL, so that the API shows the address that is called.
    z.overwrite((text) => URL.parse(text)?.href ?? text),
    maxLength(LONGEST_URL, `may have ${LONGEST_URL} characters`),
    z.meta(shape),
  );
}

/** More than exist, and few enough for zod to report each: it overflows the stack at a hundred thousand. */
const MAX_EVENTS = 100;

/** `*` means all events, future ones too. Duplicates count once. */
const WebhookEvents = z.pipe(
  z
    .array(z.enum([...EVENT_NAMES, '*'], 'is not the name of an event, and not *'))
    .check(
      minLength(1, 'needs at least one event'),
      maxLength(MAX_EVENTS, `may have ${MAX_EVENTS} events`),
      z.describe('The names of the events to be sent; `*` stands for all, future ones too.'),
    ),
  z.transform((names) => [...new Set(names)]),
);

const WebhookDescription = z
  .string()
  .check(minLength(1, 'needs at least one character'), maxLength(500, 'may have 500 characters'), isWellFormed);
const USE = 'What it is for, in words of your own.';

const WebhookSecret = z
  .string()
  .check(minLength(1, 'needs at least one character'), maxLength(256, 'may have 256 characters'), isWellFormed);

export function createWebhookRequest(rules: WebhookRules) {
  return z.strictObject({
    url: webhookUrl(rules),
    events: WebhookEvents,
    description: z.optional(WebhookDescription.check(z.describe(USE))),
    secret: z.optional(
      WebhookSecret.check(
        z.describe('The secret that signs the deliveries, up to 256 characters. Without one the service makes one.'),
      ),
    ),
  });
}
export type CreateWebhookRequest = z.infer<ReturnType<typeof createWebhookRequest>>;

const CHANGEABLE = ['url', 'events', 'description', 'status'];

/** The body of PATCH /webhooks/{id}. Problems with the body as a whole are reported under `body`. */
export function updateWebhookRequest(rules: WebhookRules) {
  return z
    .strictObject({
      id: z.optional(z.never('cannot be changed')),
      secret: z.optional(z.never('cannot be changed here; rotate it instead: POST /webhooks/{id}/rotate-secret')),
      url: z.optional(webhookUrl(rules)),
      events: z.optional(WebhookEvents),
      description: z.optional(z.nullable(WebhookDescription).check(z.describe(`${USE} Null takes it away.`))),
      status: z.optional(
        z
          .enum(['active', 'disabled'], 'must be active or disabled')
          .check(z.describe('`disabled`: nothing is sent until you set `active`.')),
      ),
    })
    .check(
      z.refine((body) => Object.keys(body).length > 0, {
        error: `must have at least one of ${CHANGEABLE.join(', ')}`,
        path: ['body'],
      }),
      z.meta({ minProperties: 1 }),
    );
}
export type UpdateWebhookRequest = z.infer<ReturnType<typeof updateWebhookRequest>>;

const MAX_HOURS = 168;
const bounds = `must be from 0 to ${MAX_HOURS}`;

export const RotateWebhookSecretRequest = z.strictObject({
  secret: z.optional(WebhookSecret.check(z.describe('The new secret, up to 256 characters. Without one the service makes one.'))),
  overlap_hours: z._default(
    z
      .int('must be an integer')
      .check(
        z.minimum(0, bounds),
        z.maximum(MAX_HOURS, bounds),
        z.describe('For how long deliveries are signed with the former secret too.'),
      ),
    24,
  ),
});
export type RotateWebhookSecretRequest = z.infer<typeof RotateWebhookSecretRequest>;

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
    z.refine(({ event, domain_id }) => domain_id === undefined || isDomainEvent(event), {
      error: 'goes with an event about a domain',
      path: ['domain_id'],
      when: ({ issues }) => issues.length === 0,
    }),
  );
export type TestWebhookRequest = z.infer<typeof TestWebhookRequest>;
