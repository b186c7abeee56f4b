import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { STEP_NAMES } from '../../../contract/stack/steps.ts';

/** How many domains an organization has, and how many of them were never validated; or a change of that. */
export const DomainUse = z.object({ domains: z.int(), unvalidatedDomains: z.int() });
export type DomainUse = z.infer<typeof DomainUse>;

/** Something that happened, to be told. */
export const OutboxEvent = z.object({
  kind: z.literal('event'),
  id: z.string(),
  createdAt: z.string(),
  organizationId: z.string(),
  /** Absent where the event is about a webhook. */
  domainId: z.optional(z.int()),
  event: z.enum(EVENT_NAMES),
  /** False where the domain asks for no webhooks: the event log still has it. */
  notify: z.boolean(),
  /** The very text that is delivered (event-body.ts): what the API showed in that transaction. */
  body: z.string(),
  /** What it changes in what the organization uses; the relay counts it when it numbers the event, and so once. */
  use: z.optional(DomainUse),
  /** Its place in the organization's event log, once the relay has numbered it. */
  number: z.optional(z.int()),
  /** The webhooks that are told of it, as the relay found them when it numbered it: it may come again when there are others. */
  recipients: z.optional(z.array(z.int())),
});
export type OutboxEvent = z.infer<typeof OutboxEvent>;

/**
 * One thing that a committed write asks for: an execution to be started, or an event to be told. It is written in the
 * write's own transaction; the relay alone acts on it, and acting twice does no harm.
 */
export const OutboxEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('execution'),
    id: z.string(),
    createdAt: z.string(),
    organizationId: z.string(),
    domainId: z.int(),
    attempt: z.int(),
    step: z.enum(STEP_NAMES),
  }),
  OutboxEvent,
]);
export type OutboxEntry = z.infer<typeof OutboxEntry>;
