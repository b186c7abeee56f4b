import { describe, expect, it } from 'vitest';
import { type CountedAttempt, shouldStopSending, tallyAttempts } from '../../../../lambdas/model/webhooks/circuit-breaker.ts';
import { iso } from '../../a-domain.ts';

const made = (state: CountedAttempt['state'], more: Partial<CountedAttempt> = {}): CountedAttempt => ({
  at: iso(0),
  milliseconds: 20,
  state,
  answered: more.timedOut !== true,
  timedOut: false,
  gone: false,
  isTest: false,
  ...more,
});
const timedOut = made('pending', { timedOut: true });

describe('what attempts add to the row of their webhook', () => {
  it.each<[string, CountedAttempt[], object]>([
    ['nothing', [], { timeouts: { anew: false, count: 0 }, failures: { anew: false, events: 0 } }],
    [
      'a success ends everything',
      [made('succeeded')],
      { timeouts: { anew: true, count: 0 }, failures: { anew: true, events: 0 } },
    ],
    [
      'a time-out goes on counting',
      [timedOut],
      { timeouts: { anew: false, count: 1 }, failures: { anew: false, since: iso(0), events: 0 } },
    ],
    ['an answer of any status ends time-outs', [timedOut, made('failed'), timedOut], { timeouts: { anew: true, count: 1 } }],
    [
      'failures count from the last success on',
      [made('failed'), made('succeeded'), made('pending', { at: iso(1) }), made('failed', { at: iso(2) })],
      { failures: { anew: true, since: iso(1), events: 1 } },
    ],
    [
      'an attempt that is repeated is no failed event',
      [made('pending')],
      { failures: { anew: false, since: iso(0), events: 0 } },
    ],
    [
      'nor is a test, and no failure that counts at all',
      [made('failed', { isTest: true })],
      { failures: { anew: false, events: 0 } },
    ],
    ['410 is told', [made('failed', { gone: true }), made('pending')], { gone: true }],
  ])('%s', (_, attempts, expected) => {
    expect(tallyAttempts(attempts)).toMatchObject(expected);
  });

  it.each<[string, CountedAttempt[], 'slow' | 'fast' | undefined]>([
    ['one that took long, whatever the others took', [made('succeeded'), made('failed', { milliseconds: 5_001 })], 'slow'],
    ['a time-out', [{ ...timedOut, milliseconds: 30_000 }], 'slow'],
    ['a quick answer of any status', [made('failed')], 'fast'],
    ['a quick answer, and none at all', [made('failed'), made('pending', { answered: false })], 'fast'],
    ['no answer, however quickly', [made('pending', { answered: false })], undefined],
    ['no attempt', [], undefined],
  ])('the lane of a webhook after %s', (_, attempts, lane) => {
    expect(tallyAttempts(attempts).lane).toBe(lane);
  });

  it('stop the sending after three time-outs in a row, and after a 410', () => {
    expect(shouldStopSending(tallyAttempts([timedOut, timedOut, made('pending'), timedOut]))).toBe(false);
    expect(shouldStopSending(tallyAttempts([made('succeeded'), timedOut, timedOut, timedOut]))).toBe(true);
    expect(shouldStopSending(tallyAttempts([made('failed', { gone: true }), made('succeeded')]))).toBe(true);
  });
});
