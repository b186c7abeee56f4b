import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { introduction } from '../../../lambdas/api/reference/introduction.ts';
import { durationWords, shortenedTimes, timesOfConnection } from '../../../local/machine/shortened-times.ts';
import { START_TIMINGS, START_WEBHOOKS, TEST_TIMINGS } from '../../../local/stage.ts';

const local = { timings: START_TIMINGS, webhooks: START_WEBHOOKS };
const times = shortenedTimes(local);

it('the shortened times of the local cloud are shorter, each, and named with those of AWS', () => {
  expect(times).toContainEqual({ what: 'DNS validation times out after', here: '15 minutes', onAws: '24 hours' });
  for (const { here, onAws } of times) expect(here).not.toBe(onAws);
});

it('the shortened times are in the page for integrators', () => {
  const page = readFileSync('docs/guides/local-machine.md', 'utf8');
  for (const { what, here, onAws } of times) expect(page).toContain(`| ${what} | ${here} | ${onAws} |`);
});

it('the shortened times of DNS and certificates are in the reference that the local cloud serves', () => {
  const text = introduction([]).replace(/\s+/g, ' ');
  const [check, dns, certificate] = times;
  expect(text).toContain(
    `${dns?.here} and ${certificate?.here} there, a check of DNS every ${check?.here.replace(' s', ' seconds')} instead of every ${check?.onAws}`,
  );
  expect(text).toContain(`DNS validation times out after ${dns?.onAws}`);
});

it('the connection of a local cloud says the times that it has', () => {
  expect(timesOfConnection({ ...local, timings: TEST_TIMINGS })).toMatchObject({
    'DNS validation times out after': '75 s (on AWS: 24 hours)',
  });
});

it.each([
  [2, '2 s'],
  [90, '90 s'],
  [120, '2 minutes'],
  [1_440, '24 minutes'],
  [86_400, '24 hours'],
  [432_000, '5 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
