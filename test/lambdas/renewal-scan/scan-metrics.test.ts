import { expect, it } from 'vitest';
import { scanMetrics } from '../../../lambdas/renewal-scan/scan-metrics.ts';
import { iso, NOW } from '../a-domain.ts';

it('a run of the scan measures what was due, begun and left, ends, and how long the first of all had been due', () => {
  const done = { 'certificate.renewal_started': 5, 'certificate.expired': 2, 'certificate.expiring': 9 };
  expect(scanMetrics({ done, postponed: 3, oldestDueAt: iso(-90_000) }, NOW)).toEqual({
    RenewalsDue: 8,
    RenewalsStarted: 5,
    RenewalsPostponed: 3,
    CertificatesExpired: 2,
    OldestDueSeconds: 90,
  });
});

it('a run of the scan that finds nothing says so: the alarm needs its zero', () => {
  expect(scanMetrics({ done: {}, postponed: 0 }, NOW)).toEqual({
    RenewalsDue: 0,
    RenewalsStarted: 0,
    RenewalsPostponed: 0,
    CertificatesExpired: 0,
    OldestDueSeconds: 0,
  });
});
