import type { MetricValues } from '../../contract/stack/metrics.ts';
import { watchedCertificateOf } from '../model/domains/scan-time.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { Visit } from './daily-checks/visit-domain.ts';
import type { ScanResult } from './scan-shard.ts';

export function scanMetrics({ done, postponed, oldestDueAt }: Omit<ScanResult, 'failures'>, startedAt: Date): MetricValues {
  const started = done['certificate.renewal_started'] ?? 0;
  return {
    RenewalsDue: started + postponed,
    RenewalsStarted: started,
    RenewalsPostponed: postponed,
    CertificatesExpired: done['certificate.expired'] ?? 0,
    OldestDueSeconds: oldestDueAt === undefined ? 0 : Math.max(0, (startedAt.getTime() - Date.parse(oldestDueAt)) / 1000),
  };
}

const DAY_MS = 86_400_000;
/** CloudWatch's limit of values per metric in a line (Embedded Metric Format). */
const MAX_VALUES = 100;

/** The remaining days of certificates, collected during the daily visits: each domain once a day, without an extra read. */
export function expiryDistribution(clock: Clock): { visit: Visit; take: () => MetricValues[] } {
  let days: number[] = [];
  return {
    visit: async (domain, watch) => {
      const watched = watchedCertificateOf(domain);
      if (watched) days.push(Math.round(((Date.parse(watched.certificate.notAfter) - clock().getTime()) / DAY_MS) * 10) / 10);
      return { watch };
    },
    /** Returns the values collected since the last call. */
    take: () => {
      const taken = days;
      days = [];
      const lines = Math.ceil(taken.length / MAX_VALUES);
      return Array.from({ length: lines }, (_, line) => ({
        DaysToExpiry: taken.slice(line * MAX_VALUES, (line + 1) * MAX_VALUES),
      }));
    },
  };
}
