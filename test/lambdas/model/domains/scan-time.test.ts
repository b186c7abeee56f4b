import { expect, it } from 'vitest';
import { isPastLatestRenewal, scanTime } from '../../../../lambdas/model/domains/scan-time.ts';
import { aDomain, HOUR, iso, issued, later, servedAs } from '../../a-domain.ts';
import { inEveryPhase } from '../../lifecycle/every-phase.ts';

const DAY = 24 * HOUR;
const certificate = { ...issued, notBefore: iso(0), notAfter: iso(90 * DAY) };
const renewAt = iso(60 * DAY);
const watched = { served: servedAs({ certificate, renewAt }) };
const expired = { ...watched, sslStatus: 'error', error: { code: 'certificate_expired', details: {} } } as const;

it.each([
  ['its renewal', aDomain('active', watched), renewAt],
  ['its next try', aDomain('active', { served: { certificate, renewAt: iso(61 * DAY), renewalFailures: 1 } }), iso(61 * DAY)],
  ['its first notice', aDomain('active', { served: { certificate, renewAt: iso(80 * DAY) } }), iso(76 * DAY)],
  [
    'its next notice',
    aDomain('active', { served: { certificate, renewAt: iso(85 * DAY), notified: { expiryNotices: 1 } } }),
    iso(83 * DAY),
  ],
  [
    'its end',
    aDomain('active', { served: { certificate, renewAt: iso(91 * DAY), notified: { expiryNotices: 4 } } }),
    iso(90 * DAY),
  ],
  ['its first notice, while a renewal is under way', aDomain('validating', { ...watched, sslStatus: 'active' }), iso(76 * DAY)],
  [
    'its next try, once it has ended',
    aDomain('failed', { ...expired, served: { certificate, renewAt: iso(92 * DAY) } }),
    iso(92 * DAY),
  ],
])('a domain is scanned at %s', (_, domain, at) => {
  expect(scanTime(domain)).toBe(at);
});

it.each([
  ['has no certificate', aDomain('awaiting-dns')],
  ['has failed for another reason than its certificate’s end', aDomain('failed', { ...expired, error: undefined })],
  ['has ended and is being tried again', aDomain('preparing', { ...expired, error: undefined })],
  ['belongs to somebody else', aDomain('failed', { ...expired, claimLost: true })],
  ['is being removed', aDomain('removing', watched)],
])('a domain is not scanned if it %s', (_, domain) => {
  expect(scanTime(domain)).toBeUndefined();
});

it.each(inEveryPhase)('a domain that is %s with a served certificate is scanned at its end at the latest', (phase, domain) => {
  const served = servedAs({ certificate, renewAt: iso(365 * DAY), notified: { expiryNotices: 4 } });
  const at = scanTime({ ...domain, served, sslStatus: 'active' });
  expect(at).toBe(phase === 'removing' ? undefined : iso(90 * DAY));
});

it('a certificate is past its latest renewal from the floor on until it has ended', () => {
  expect(isPastLatestRenewal(aDomain('active', watched), later(75 * DAY - 1))).toBe(false);
  expect(isPastLatestRenewal(aDomain('active', watched), later(75 * DAY))).toBe(true);
  expect(isPastLatestRenewal(aDomain('failed', expired), later(91 * DAY))).toBe(false);
});
