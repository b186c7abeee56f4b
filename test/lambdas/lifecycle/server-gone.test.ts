import { expect, it } from 'vitest';
import { HOUR, iso, said } from '../a-domain.ts';
import { clock, itemsUnder } from '../api/api-caller.ts';
import { ARenewingDomain } from './renewal/a-renewing-domain.ts';

const DAY = 24 * HOUR;
const dayOf = (at: unknown) => (Date.parse(String(at)) - Date.parse(iso(0))) / DAY;

it('a server that is gone for a month costs its domain no order, tells what is wrong once, ends with its certificate, and comes back by itself', async () => {
  const world = new ARenewingDomain();
  const days = (what: string) =>
    itemsUnder(world.items, 'DOMAIN#')
      .flatMap((item) => (item.what === what ? [dayOf(item.at)] : []))
      .toSorted((a, b) => a - b);
  const told = (name: string) => world.events.filter(({ event }) => event === name).map(({ at }) => Math.floor(dayOf(at)));
  world.running = [];
  await world.forDays(32);
  expect(said(world.row)).toMatchObject({ sslStatus: 'error', error: { code: 'certificate_expired' }, dnsStatus: 'validated' });
  expect(world.ca.orders).toEqual([]);

  // Each attempt has a window of a day. The gaps between attempts grow.
  const [begun, failed] = [days('certificate.renewal_started'), days('certificate.renewal_failed')];
  const gaps = failed.slice(0, 5).map((at, index) => Math.round(((begun[index + 1] ?? 0) - at) * 24));
  expect(begun[0]).toBeCloseTo(60, 1);
  expect(gaps.map((gap) => Math.round(gap / 3) * 3)).toEqual([3, 6, 12, 24, 24]);
  expect(begun.length).toBeLessThan(20);

  expect(told('certificate.at_risk')).toEqual([60]);
  expect(told('certificate.renewal_failed')).toEqual([61]);
  expect(told('certificate.expiring')).toEqual([76, 83, 87, 89]);
  expect(told('certificate.expired')).toEqual([90]);

  world.running = [1, 2];
  await world.until(() => world.row?.sslStatus === 'active', 3);
  await world.forDays(1);
  expect(said(world.row)).toMatchObject({ phase: 'active', diagnosis: { code: 'ok' } });
  expect(said(world.row)).not.toHaveProperty('error');
  expect([world.ca.certificates, told('certificate.renewed').length, told('certificate.expired').length]).toEqual([1, 1, 1]);
  const { renewAt, certificate } = world.row?.served ?? expect.fail('nothing is served');
  expect(renewAt).toBe(new Date(Date.parse(certificate.notAfter) - 30 * DAY).toISOString());
  expect(clock.now.getTime()).toBeLessThan(Date.parse(iso(97 * DAY)));
});
