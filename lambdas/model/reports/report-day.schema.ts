import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

const count = z.int();
/** Counts of a histogram (buckets.ts). */
const counts = z.array(count);

/** As long as the audit, so that a month of last year is there for whoever is audited. */
export const REPORTS_KEPT_DAYS = 400;

/** For whom a domain waits on its way to its first certificate. */
export const WAITED_ON = ['customer', 'ca', 'server', 'us'] as const;
export type WaitedOn = (typeof WAITED_ON)[number];
export const Waits = z.object({ customer: z.number(), ca: z.number(), server: z.number(), us: z.number() });
/** Seconds. */
export type Waits = z.infer<typeof Waits>;

export const Failures = storedObject({
  code: z.enum(DIAGNOSIS_CODES),
  actor: z.enum(ACTORS),
  /** How often it was told; `atRisk`: while the certificate in use was still good. */
  failed: count,
  atRisk: count,
  /** How many of such failures ended on the day, and after how long, together. */
  fixed: count,
  fixedSeconds: z.number(),
});
export type Failures = z.infer<typeof Failures>;

export const WebhookDay = storedObject({
  id: count,
  /** Deliveries of events of the day, as they stood when they were counted. */
  succeeded: count,
  failed: count,
  pending: count,
  /** Milliseconds of their attempts. */
  attempts: counts,
});
export type WebhookDay = z.infer<typeof WebhookDay>;

/** Since a key or an organization was made: what a day adds is the difference to the day before. */
export const UseTotals = z.object({ requests: count, fullWindows: count });
export type UseTotals = z.infer<typeof UseTotals>;

/** What happened in an organization on one day (UTC). Days add up. */
export const ReportDay = storedObject({
  /** `2026-11-21`. */
  day: z.string(),
  /** Each event of a later day has a higher number in the event log. */
  lastNumber: count,
  /** Domains that got their first certificate, by how long it took; `split` of them with the seconds for whom they waited. */
  activated: storedObject({ waits: counts, split: count, seconds: Waits }),
  /** Several for one code where different people had to act. */
  failures: z.array(Failures),
  renewals: storedObject({
    onTime: count,
    late: count,
    /** Without what is known since this report: how the former certificate stood. */
    unmeasured: count,
    /** From the planned instant to the end. */
    delays: counts,
    /** Certificates that expired, by who had to act. */
    expired: z.array(storedObject({ actor: z.enum(ACTORS), count })),
  }),
  /** Of the certificates of the day, in days. */
  lifetimes: counts,
  webhooks: z.array(WebhookDay),
  /** By key id, as it stood in the night after; empty where the day was computed later. */
  keys: z.record(z.string(), UseTotals),
  /** Of the organization's hours, likewise. */
  hours: z.optional(UseTotals),
  /** Domains of the organization that were validated, likewise. */
  validated: z.optional(count),
  /** Changes of people, invitations and keys, by action. */
  changes: z.record(z.string(), count),
});
export type ReportDay = z.infer<typeof ReportDay>;

/** A failure that has not ended. */
export const OpenFailure = z.object({ domainId: count, code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS), since: z.string() });
export type OpenFailure = z.infer<typeof OpenFailure>;

/** What an event's body tells a report. */
export const ReportedDomain = z.object({
  created_at: z.string(),
  diagnosis: z.object({ code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS) }),
  certificate: z.optional(z.object({ not_before: z.string(), not_after: z.string() })),
});
export const ReportedBody = z.object({ data: z.object({ domain: ReportedDomain }) });
