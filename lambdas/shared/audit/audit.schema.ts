import * as z from 'zod/mini';
import { timeDigitsAt } from '../ids/id-formats.ts';
import type { Clocks } from '../time/instant.ts';

const text = z.string();

/** The actor of a change, and the address it came from. */
export const Actor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('api_key'),
    keyId: text,
    requestId: text,
    sourceIp: text,
    userAgent: text,
  }),
  /** A signed-in person. */
  z.object({
    type: z.literal('user'),
    userId: text,
    requestId: text,
    sourceIp: text,
    userAgent: text,
  }),
  /** An agent, with the token that it was given. */
  z.object({ type: z.literal('machine'), machineId: text }),
  /** At the command line, with the permissions of the deployment's own account. */
  z.object({ type: z.literal('administrator') }),
  /** Automatic: for example, a webhook whose receiver is gone is disabled. */
  z.object({ type: z.literal('service') }),
]);
export type Actor = z.infer<typeof Actor>;

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

/** One change. `before` and `after` have the fields that changed, as the API shows them; never a secret. */
export const AuditEntry = z.object({
  id: text,
  /** Real time, also in test mode: it decides the month of the entry, and how long it is stored. */
  at: text,
  /** In test mode, the test clock's time. */
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

/** Longer than a year, so that a yearly review of changes and released keys finds all of them. */
export const AUDIT_KEPT_DAYS = 400;

/** The lowest id of an entry created at this instant. */
export function entryIdAt(at: Date): string {
  return `aud_${timeDigitsAt(at)}`;
}

export type AuditedChange = Pick<AuditEntry, 'action' | 'resource' | 'before' | 'after'>;

/** The actor, organization and time of a change: each API call is one. */
export interface Change extends Clocks {
  actor: Actor;
  caller: { organizationId: string };
}

/** The audit entry for a change by a call. */
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

/** Replaces an organization's id in entries about the whole deployment. */
export const SERVICE = 'service';

/** The same for a change by an administrator at the command line. */
export function administratorsEntry(organizationId: string, id: string, now: Date, change: AuditedChange): AuditEntry {
  return { id, at: now.toISOString(), organizationId, actor: { type: 'administrator' }, ...change };
}
