import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPollIn, pollRetryDelay } from '../../../contract/view/view.ts';
import { aView } from '../../copy/a-view.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const iso = (at: number) => new Date(at).toISOString();
const waiting = (nextCheckAt?: string) => aView(nextCheckAt === undefined ? {} : { next_check_at: nextCheckAt });
const issuing = aView({ code: 'in_progress', actor: 'nobody' }, { dns_status: 'validated' });
const at = (now: number, underWaySince = 0) => ({ now, underWaySince });

/** All times in `span` at which a page polls that was opened at `openedAt`. */
function moments(openedAt: number, until: number, ask: (now: number) => number | undefined): number[] {
  const asked = [openedAt];
  for (let now = openedAt; now < until; ) {
    const pause = ask(now);
    if (pause === undefined) break;
    now += pause;
    asked.push(now);
  }
  return asked.filter((moment) => moment <= until);
}

describe('a page that waits for DNS', () => {
  it('asks three seconds after the service looks', () => {
    expect(nextPollIn(waiting(iso(NOW + 2 * MINUTE)), at(NOW))).toBe(2 * MINUTE + 3 * SECOND);
  });

  it('asks in growing pauses when a check is late', () => {
    const late = waiting(iso(NOW - 3 * SECOND));
    const asked = moments(NOW, NOW + 20 * MINUTE, (now) => nextPollIn(late, at(now)));
    expect(asked.map((moment) => (moment - NOW) / SECOND)).toEqual([0, 30, 60, 120, 240, 300, 600, 900, 1200]);
  });

  it.each([undefined, '', 'tomorrow'])('asks every five minutes where the next check is not known: %s', (when) => {
    expect(nextPollIn(waiting(when), at(NOW + MINUTE))).toBe(4 * MINUTE);
  });

  it('asks at most 20 times an hour with nineteen others, because the proxy keeps an answer for five seconds', () => {
    // The service checks every five minutes.
    const nextCheck = (now: number) => Math.ceil((now - 2 * SECOND) / (5 * MINUTE)) * 5 * MINUTE;
    const page = (openedAt: number) =>
      moments(openedAt, NOW + 2 * HOUR, (now) => nextPollIn(waiting(iso(nextCheck(now))), at(now)));
    const asked = Array.from({ length: 20 }, (_, n) => page(NOW + n * 37 * SECOND))
      .flat()
      .filter((moment) => moment > NOW + HOUR)
      .sort((a, b) => a - b);
    let keptUntil = 0;
    const upstream = asked.filter((moment) => {
      if (moment < keptUntil) return false;
      keptUntil = moment + 5 * SECOND;
      return true;
    });
    expect(asked.length).toBeGreaterThan(200);
    expect(upstream.length).toBeLessThanOrEqual(20);
  });
});

it('a page of a domain that is new, at which nobody has looked yet, asks again in ten seconds', () => {
  expect(nextPollIn(aView({ code: 'in_progress', actor: 'nobody' }), at(NOW, NOW))).toBe(10 * SECOND);
});

describe('a page of a domain whose certificate is being made', () => {
  it('asks every ten seconds for five minutes, then every minute', () => {
    const asked = moments(NOW, NOW + 10 * MINUTE, (now) => nextPollIn(issuing, at(now, NOW)));
    expect(asked.filter((moment) => moment <= NOW + 5 * MINUTE)).toHaveLength(31);
    expect(asked.filter((moment) => moment > NOW + 5 * MINUTE)).toHaveLength(5);
  });

  it('asks no more once it is live', () => {
    expect(nextPollIn(aView({ code: 'ok', actor: 'nobody' }, { dns_status: 'validated' }), at(NOW))).toBeUndefined();
  });
});

it('whatever is known, a page asks again in more than nothing and at most six hours', () => {
  const instant = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
  fc.assert(
    fc.property(instant, instant, instant, fc.constantFrom('pending', 'validated', 'error'), (look, now, since, dns_status) => {
      const view = aView({ next_check_at: iso(look) }, { dns_status });
      const pause = nextPollIn(view, at(Math.abs(now), since));
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(6 * HOUR);
    }),
  );
});

it('a proxy that fails is asked in growing pauses, up to five minutes, and not before it wants to be', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => pollRetryDelay(failures) / SECOND)).toEqual([10, 20, 40, 80, 160, 300, 300]);
  expect(pollRetryDelay(1, 90)).toBe(90 * SECOND);
});
