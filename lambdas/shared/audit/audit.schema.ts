import * as z from 'zod/mini';
import { timeDigitsAt } from '../ids/id-formats.ts';
import type { Clocks } from '../time/instant.ts';

const text = z.string();

/** Who did something, and from where. */
export const Actor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('api_key'),
    keyId: text,
    requestId: text,
    sourceIp: text,
    userAgent: text,
  }),
  /** A person who has signed in. */
  z.object({
    type: z.literal('user'),
    userId: text,
    requestId: text,
    sourceIp: text,
    userAgent: text,
  }),
  /** An agent, with the token that somebody gave it. */
  z.object({ type: z.literal('machine'), machineId: text }),
  /** At the command line, with the rights of the deployment's own account. */
  z.object({ type: z.literal('administrator') }),
  /** By itself: for example a webhook whose receiver is gone is disabled. */
  z.object({ type: z.literal('service') }),
]);
export type Actor = z.infer<typeof Actor>;

/** What entries are about. */
export const AUDITED_TYPES = [
  'organization',
  'api_key',
  'member',
  'invitation',
  'domain',
  'server',
  'machine',
  'webhook',
] as const;
export const ACTOR_TYPES = ['api_key', 'user', 'machine', 'administrator', 'service'] as const satisfies Actor['type'][];

const facts = z.record(text, z.unknown());
const optionalFacts = z.optional(facts);

/** One change that somebody made. `before` and `after` hold what changed, as the API shows it; never a secret. */
export const AuditEntry = z.object({
  id: text,
  /** By the time of day, also in test mode: it says in which month the entry lies, and how long it is kept. */
  at: text,
  /** In test mode, what the test clock showed. */
  testClockAt: z.optional(text),
  organizationId: text,
  /** For example `domain.updated`. */
  action: text,
  resource: z.object({
    type: z.enum(AUDITED_TYPES),
    id: text,
  }),
  actor: Actor,
  before: optionalFacts,
  after: optionalFacts,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Longer than a year, so that a yearly look at who did what, or got which key, finds all of it. */
export const AUDIT_KEPT_DAYS = 400;

/** The lowest id of an entry that is drawn at this instant. */
export function entryIdAt(at: Date): string {
  return `aud_${timeDigitsAt(at)}`;
}

export type AuditedChange = Pick<AuditEntry, 'action' | 'resource' | 'before' | 'after'>;

/** Who changes something, for which organization, and when: each call of the API is one. */
export interface Change extends Clocks {
  actor: Actor;
  caller: { organizationId: string };
}

/** The audit record of what a call changes. */
export function auditEntry({ actor, caller, now, testNow }: Change, id: string, change: AuditedChange): AuditEntry {
  return {
    id,
    at: now.toISOString(),
    ...(testNow && { testClockAt: testNow.toISOString() }),
    organizationId: caller.organizationId,
    actor,
    ...change,
  };
}

/** In the place of an organization: what concerns the whole deployment. */
export const SERVICE = 'service';

/** The same for a change that an administrator makes at the command line. */
export function administratorsEntry(organizationId: string, id: string, now: Date, change: AuditedChange): AuditEntry {
  return { id, at: now.toISOString(), organizationId, actor: { type: 'administrator' }, ...change };
}
