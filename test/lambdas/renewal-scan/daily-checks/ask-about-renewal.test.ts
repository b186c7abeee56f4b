import { expect, it, vi } from 'vitest';
import type { AskRenewalInformation, RenewalInformation } from '../../../../lambdas/acme/renewal-information.gateway.ts';
import { askAboutRenewal } from '../../../../lambdas/renewal-scan/daily-checks/ask-about-renewal.ts';
import { aDomain, HOUR, iso, issued, NOW } from '../../a-domain.ts';
import { scanPorts } from '../scan-ports.ts';

const WEEK = 7 * 24 * HOUR;
const window = { start: iso(HOUR), end: iso(2 * HOUR) };
const watch = { domainId: 1, fingerprintSha256: issued.fingerprintSha256, ariId: 'aki.serial' };

function asking(said: RenewalInformation) {
  const ask = vi.fn<AskRenewalInformation>(async () => said);
  return { ask, about: askAboutRenewal(scanPorts({ clock: () => NOW, jitter: () => 0.5 }, { askIssuingCa: ask })) };
}

it('a window that is news is remembered, and decided upon with a random point of its own', async () => {
  const { ask, about } = asking({ url: 'https://ca.test/ari/aki.serial', window, explanationUrl: 'https://ca.test/why' });
  const { watch: remembered, decide } = await about({ ...watch, ca: 'Test CA' });
  expect(ask).toHaveBeenCalledWith('aki.serial', 'Test CA');
  expect(remembered).toEqual({ ...watch, ca: 'Test CA', window });
  expect(decide?.(aDomain('active'))?.domain).toMatchObject({ served: { renewalHint: { ...window, at: iso(1.5 * HOUR) } } });
});

it('a window that was said before is no news, and nothing is written of it', async () => {
  const before = { ...watch, window };
  const { watch: remembered, decide } = await asking({ window }).about(before);
  expect(remembered).toBe(before);
  expect(decide).toBeUndefined();
});

it.each([
  ['of six hours is over before the next visit', 21_600, undefined],
  ['of eleven hours may be over before it', 39_600, undefined],
  ['of a moment more is kept', 39_601, iso(39_601_000)],
  ['of a week is kept', WEEK / 1000, iso(WEEK)],
])('a Retry-After %s', async (_, retryAfterSeconds, askAriAfter) => {
  expect((await asking({ retryAfterSeconds }).about(watch)).watch.askAriAfter).toBe(askAriAfter);
});

it.each([
  ['is not asked before the instant that it has named', { ...watch, askAriAfter: iso(1) }, 0],
  ['is asked at that instant', { ...watch, askAriAfter: iso(0) }, 1],
  ['is not asked for the whole of a week', { ...watch, askAriAfter: iso(WEEK) }, 0],
  [
    'is asked where the instant is too far away for it to have named it: a clock was wrong',
    { ...watch, askAriAfter: iso(WEEK + 1) },
    1,
  ],
  ['is not asked about a certificate that it has no name for', { domainId: 1, fingerprintSha256: 'ab' }, 0],
])('a CA %s', async (_, before, times) => {
  const { ask, about } = asking({});
  const { watch: remembered, decide } = await about(before);
  expect(ask).toHaveBeenCalledTimes(times);
  expect(decide).toBeUndefined();
  expect(remembered).toEqual(times === 0 ? before : watch);
});
