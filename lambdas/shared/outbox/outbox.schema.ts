import * as z from 'zod/mini';
import { EVENT_NAMES, type EventName } from '../../../contract/api/events.ts';
import { STEP_NAMES } from '../../../contract/stack/steps.ts';

const text = z.string();
const whole = z.int();

/** How many domains an organization has, and how many of them were never validated; or a change of that. */
export const DomainUse = z.object({ domains: whole, unvalidatedDomains: whole });
export type DomainUse = z.infer<typeof DomainUse>;

/** Something that happened, to be told. */
export const OutboxEvent = z.object({
  kind: z.literal('event'),
  id: text,
  createdAt: text,
  organizationId: text,
  /** Absent where the event is about no domain, but about a webhook, a machine or a server. */
  domainId: z.optional(whole),
  event: z.enum(EVENT_NAMES),
  /** False where the domain asks for no webhooks: the event log still has it. */
  notify: z.boolean(),
  /** The very text that is delivered: what the API showed in that transaction. */
  body: text,
  /** What it changes in what the organization uses; the relay counts it when it numbers the event, and so once. */
  use: z.optional(DomainUse),
  /** Of a renewal: the certificate that was replaced, and when that was planned. Reports tell from it whether it was in time. */
  former: z.optional(z.object({ notBefore: text, notAfter: text, plannedAt: text })),
  /** Its place in the organization's event log, once the relay has numbered it. */
  number: z.optional(whole),
  /** The webhooks that are told of it, as the relay found them when it numbered it: it may come again when there are others. */
  recipients: z.optional(z.array(whole)),
});
export type OutboxEvent = z.infer<typeof OutboxEvent>;

/**
 * One thing that a committed write asks for: an execution to be started, test mode to be played, or an event to be told. It is
 * written in the write's own transaction; the relay alone acts on it, and acting twice does no harm.
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
  /** Domains of test mode to be played: all of the organization of which something is due. */
  z.object({ kind: z.literal('rehearsal'), id: text, createdAt: text, organizationId: text }),
  /** The address of a server of the organization has changed: the zone is to be written. */
  z.object({ kind: z.literal('zone'), id: text, createdAt: text, organizationId: text }),
  /** The AWS account of a server is to be looked into: it was created or changed, or somebody asks. */
  z.object({ kind: z.literal('aws-server'), id: text, createdAt: text, organizationId: text, serverId: whole }),
  /** A certificate is to be brought to a load balancer of an AWS account, or to be taken away there. */
  z.object({ kind: z.literal('aws-work'), id: text, createdAt: text, organizationId: text, accountId: text, region: text }),
  OutboxEvent,
]);
export type OutboxEntry = z.infer<typeof OutboxEntry>;

export interface EventFacts {
  id: string;
  event: EventName;
  livemode: boolean;
  /** Of a test of a webhook: nothing has happened. */
  isTest?: boolean;
  domainId?: number | undefined;
  createdAt: string;
  /** `{ domain }`, `{ webhook }`, `{ machine, server }` or `{ server }` as the API shows it. */
  data: Record<string, unknown>;
}

/** The body of a delivery. It is written down once, as text: the same bytes in the event log and in every attempt. */
export function eventBody({ id, event, livemode, isTest = false, domainId, createdAt, data }: EventFacts): string {
  const domain_id = domainId === undefined ? {} : { domain_id: domainId };
  const is_test = isTest ? { is_test: true } : {};
  return JSON.stringify({ id, event, livemode, ...is_test, ...domain_id, created_at: createdAt, data });
}

/** How long an entry is kept, and an event is shown. */
export const OUTBOX_KEPT_DAYS = 30;

/** So long the relay has for an event by itself: it takes a second or two. */
export const UNRELAYED_AFTER_SECONDS = 300;

/** The earliest instant whose events are still shown. The table's TTL removes them up to two days later. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - OUTBOX_KEPT_DAYS * 86_400_000);
}
