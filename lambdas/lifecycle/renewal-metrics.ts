import type { EventName } from '../../contract/api/events.ts';
import type { Measured } from '../../contract/stack/metrics.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';

const DAY_MS = 86_400_000;

/** What a step's write says of renewals: one that is done, with the days that were left, one that failed, an end that came first. */
export function measuredOf(before: Domain, after: Domain, events: readonly EventName[], now: Date): Measured {
  const replaced = events.includes('certificate.renewed') ? before.certificate : undefined;
  const hasFailed = (after.renewalFailures ?? 0) > (before.renewalFailures ?? 0);
  return {
    ...(replaced && { RenewalsDone: 1, DaysLeftWhenRenewed: (Date.parse(replaced.notAfter) - now.getTime()) / DAY_MS }),
    ...(hasFailed && { RenewalsFailed: 1 }),
    ...(events.includes('certificate.expired') && { CertificatesExpired: 1 }),
  };
}
