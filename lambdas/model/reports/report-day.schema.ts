import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

const count = z.int();
/** Counts of a histogram (buckets.ts). */
const counts = z.array(count);

/** As long as the audit log, so that an audit can use a month of last year. */
export const REPORTS_KEPT_DAYS = 400;

/** Who must act before a domain gets its first certificate. */
export const WAITING_PARTIES = ['customer', 'ca', 'server', 'us'] as const;
export type WaitingParty = (typeof WAITING_PARTIES)[number];
export const Waits = z.object({ customer: z.number(), ca: z.number(), server: z.number(), us: z.number() });
/** Seconds. */
export type Waits = z.infer<typeof Waits>;

export const Failures = storedObject({
  code: z.enum(DIAGNOSIS_CODES),
  actor: z.enum(ACTORS),
  /** How many notifications there were; `atRisk`: while the certificate in use was still valid. */
  failed: count,
  atRisk: count,
  /** How many such failures ended on the day, and the sum of their durations. */
  fixed: count,
  fixedSeconds: z.number(),
});
export type Failures = z.infer<typeof Failures>;

export const WebhookDay = storedObject({
  id: count,
  /** Deliveries of the day's events, in their state when they were counted. */
  succeeded: count,
  failed: count,
  pending: count,
  /** Durations of their attempts, in milliseconds. */
  attempts: counts,
});
export type WebhookDay = z.infer<typeof WebhookDay>;

/** Totals since a key or an organization was created: a day's part is the difference from the day before. */
export const UseTotals = z.object({ requests: count, fullWindows: count });
export type UseTotals = z.infer<typeof UseTotals>;

/** The events in an organization on one day (UTC). Days can be added. */
export const ReportDay = storedObject({
  /** `2026-11-21`. */
  day: z.string(),
  /** Each event of a later day has a higher number in the event log. */
  lastNumber: count,
  /** Domains that got their first certificate, by duration; for `split` of them, the seconds by who had to act. */
  activated: storedObject({ waits: counts, split: count, seconds: Waits }),
  /** Several for one code if different people had to act. */
  failures: z.array(Failures),
  renewals: storedObject({
    onTime: count,
    late: count,
    /** Renewals from before this report existed: the state of the former certificate is unknown. */
    unmeasured: count,
    /** From the planned instant to the end. */
    delays: counts,
    expired: z.array(storedObject({ actor: z.enum(ACTORS), count })),
  }),
  /** Lifetimes of the day's certificates, in days. */
  lifetimes: counts,
  webhooks: z.array(WebhookDay),
  /** By key id, as of the following night; empty if the day was computed later. */
  keys: z.record(z.string(), UseTotals),
  /** The organization's hours, as of the same night. */
  hours: z.optional(UseTotals),
  /** The organization's validated domains, as of the same night. */
  validated: z.optional(count),
  /** Changes of people, invitations and keys, by action. */
  changes: z.record(z.string(), count),
});
export type ReportDay = z.infer<typeof ReportDay>;

export const OpenFailure = z.object({ domainId: count, code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS), since: z.string() });
export type OpenFailure = z.infer<typeof OpenFailure>;

export const ReportedDomain = z.object({
  created_at: z.string(),
  diagnosis: z.object({ code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS) }),
  certificate: z.optional(z.object({ not_before: z.string(), not_after: z.string() })),
});
export const ReportedBody = z.object({ data: z.object({ domain: ReportedDomain }) });
