import * as z from 'zod/mini';
import { EVENT_NAMES, type EventName } from '../../../contract/api/events.ts';
import { STEP_NAMES } from '../../../contract/stack/steps.ts';

const text = z.string();
const whole = z.int();

/** An organization's number of domains, and how many of them were never validated; or a change of both. */
export const DomainUse = z.object({ domains: whole, unvalidatedDomains: whole });
export type DomainUse = z.infer<typeof DomainUse>;

export const OutboxEvent = z.object({
  kind: z.literal('event'),
  id: text,
  createdAt: text,
  organizationId: text,
  /** Absent if the event is about a webhook, a machine or a server. */
  domainId: z.optional(whole),
  event: z.enum(EVENT_NAMES),
  /** False if the domain mutes webhooks: the event log still has it. */
  notify: z.boolean(),
  /** The exact text of the deliveries: what the API showed in that transaction. */
  body: text,
  /** The change of the organization's usage. The relay counts it when it numbers the event, and so only once. */
  use: z.optional(DomainUse),
  /** For a renewal: the replaced certificate, and its planned time. Reports use it to tell whether the renewal was in time. */
  former: z.optional(z.object({ notBefore: text, notAfter: text, plannedAt: text })),
  /** Its position in the organization's event log, once the relay has numbered it. */
  number: z.optional(whole),
  /** The webhooks that get it, as of its numbering: it may be relayed again when there are others. */
  recipients: z.optional(z.array(whole)),
});
export type OutboxEvent = z.infer<typeof OutboxEvent>;

/**
 * A task from a committed write: start an execution, run test mode, or deliver an event. It is written in the write's own
 * transaction. Only the relay acts on it, and acting twice is harmless.
 */
export const OutboxEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('execution'),
    id: text,
    createdAt: text,
    organizationId: text,
    domainId: whole,
    attempt: whole,
    step: z.enum(STEP_NAMES),
  }),
  /** Runs all due domains of the organization's test mode. */
  z.object({ kind: z.literal('rehearsal'), id: text, createdAt: text, organizationId: text }),
  /** The address of a server has changed: the zone must be written. */
  z.object({ kind: z.literal('zone'), id: text, createdAt: text, organizationId: text }),
  /** The AWS account of a server must be checked: it was created or changed, or a check was requested. */
  z.object({ kind: z.literal('aws-server'), id: text, createdAt: text, organizationId: text, serverId: whole }),
  /** A certificate must be installed at a load balancer of an AWS account, or removed there. */
  z.object({ kind: z.literal('aws-work'), id: text, createdAt: text, organizationId: text, accountId: text, region: text }),
  OutboxEvent,
]);
export type OutboxEntry = z.infer<typeof OutboxEntry>;

export interface EventFacts {
  id: string;
  event: EventName;
  livemode: boolean;
  /** For a webhook's test: nothing has happened. */
  isTest?: boolean;
  domainId?: number | undefined;
  createdAt: string;
  /** `{ domain }`, `{ webhook }`, `{ machine, server }` or `{ server }` as the API shows it. */
  data: Record<string, unknown>;
}

/** The body of a delivery. It is stored once, as text: the event log and every attempt have the same bytes. */
export function eventBody({ id, event, livemode, isTest = false, domainId, createdAt, data }: EventFacts): string {
  const domain_id = domainId === undefined ? {} : { domain_id: domainId };
  const is_test = isTest ? { is_test: true } : {};
  return JSON.stringify({ id, event, livemode, ...is_test, ...domain_id, created_at: createdAt, data });
}

/** How long an entry is stored, and an event is shown. */
export const OUTBOX_KEPT_DAYS = 30;

/** The time for the relay to handle an event: it takes a second or two. */
export const UNRELAYED_AFTER_SECONDS = 300;

/** The earliest instant whose events are still shown. The table's TTL removes them up to two days later. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - OUTBOX_KEPT_DAYS * 86_400_000);
}
