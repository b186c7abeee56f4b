import type { Measured } from '../../contract/stack/metrics.ts';
import type { Scanned } from './scan-shard.ts';

/** What a run found in one shard, and did. */
export function scanMetrics({ done, postponed, oldestDueAt }: Omit<Scanned, 'failures'>, startedAt: Date): Measured {
  const started = done['certificate.renewal_started'] ?? 0;
  return {
    RenewalsDue: started + postponed,
    RenewalsStarted: started,
    RenewalsPostponed: postponed,
    CertificatesExpired: done['certificate.expired'] ?? 0,
    OldestDueSeconds: oldestDueAt === undefined ? 0 : Math.max(0, (startedAt.getTime() - Date.parse(oldestDueAt)) / 1000),
  };
}
