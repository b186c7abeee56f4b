import { describe, expect, it } from 'vitest';
import {
  type ArrivalMs,
  arrivalAfterMs,
  availableAtMs,
  intervalMs,
  latestArrivalMs,
  stricter,
} from '../../../lambdas/ca-limits/gcra.ts';
import { PUBLISHED_LIMITS } from '../../../lambdas/ca-limits/order-limits.ts';
import type { Limit } from '../../../lambdas/lifecycle/spend.ts';
import { TokenBucket } from '../../bench/ca-queue/token-bucket.ts';

const HOUR = 3_600_000;
const PER_HOUR: Limit = { count: 5, windowSeconds: 3_600 };
const NOW = Date.parse('2026-06-01T12:00:00.000Z');

function take(limit: Limit, arrivalMs: ArrivalMs, nowMs: number): ArrivalMs | 'refused' {
  return availableAtMs(limit, arrivalMs) > nowMs ? 'refused' : arrivalAfterMs(limit, arrivalMs, nowMs);
}

describe('a limit', () => {
  it('of five an hour lets five through at once, and the sixth twelve minutes later and not a millisecond before', () => {
    let arrival: ArrivalMs;
    for (let taken = 0; taken < 5; taken += 1) arrival = take(PER_HOUR, arrival, NOW) as ArrivalMs;
    expect(take(PER_HOUR, arrival, NOW)).toBe('refused');
    expect(availableAtMs(PER_HOUR, arrival)).toBe(NOW + HOUR / 5);
    expect(take(PER_HOUR, arrival, NOW + HOUR / 5 - 1)).toBe('refused');
    expect(take(PER_HOUR, arrival, NOW + HOUR / 5)).not.toBe('refused');
  });

  it('that refuses books nothing: a thousand refused calls do not move the instant of the next', () => {
    const full = NOW + HOUR;
    for (let times = 0; times < 1_000; times += 1) expect(take(PER_HOUR, full, NOW)).toBe('refused');
    expect(availableAtMs(PER_HOUR, full)).toBe(NOW + HOUR / 5);
  });

  it('has room exactly where its arrival time is no later than its latest', () => {
    const latest = latestArrivalMs(PER_HOUR, NOW);
    expect(availableAtMs(PER_HOUR, latest)).toBe(NOW);
    expect(availableAtMs(PER_HOUR, latest + 1)).toBe(NOW + 1);
    expect(availableAtMs(PER_HOUR, undefined)).toBe(0);
  });

  it.each(
    Object.entries(PUBLISHED_LIMITS).flatMap(([directory, { ordersPerAccount, certificatesPerRegisteredDomain }]) => [
      [directory, ordersPerAccount] as const,
      [directory, certificatesPerRegisteredDomain] as const,
    ]),
  )('as the CA at %s counts it refuses nothing that we let through, at any pace: %o', (_, limit) => {
    const ca = new TokenBucket(limit);
    let arrival: ArrivalMs;
    let [let_through, refusedByCa] = [0, 0];
    let seed = 7;
    for (let nowMs = NOW; nowMs < NOW + 3 * limit.windowSeconds * 1000; ) {
      seed = (seed * 48_271) % 2_147_483_647;
      const after = take(limit, arrival, nowMs);
      if (after !== 'refused') {
        arrival = after;
        let_through += 1;
        if (!ca.take(nowMs)) refusedByCa += 1;
      }
      nowMs += (seed % 3) * Math.ceil(intervalMs(limit) / 2) + (seed % 5);
    }
    expect(refusedByCa).toBe(0);
    expect(let_through).toBeGreaterThan(2 * limit.count);
  });

  it('that is the stricter of two lets through neither more at once nor more often than either', () => {
    const both = stricter({ count: 300, windowSeconds: 10_800 }, { count: 1, windowSeconds: 60 });
    expect(both.count).toBe(1);
    expect(intervalMs(both)).toBe(60_000);
    const other = stricter({ count: 300, windowSeconds: 10_800 }, { count: 600, windowSeconds: 60 });
    expect(other.count).toBe(300);
    expect(intervalMs(other)).toBe(36_000);
  });
});

it('a published limit names its source and the day on which it was read there', () => {
  for (const { source, readOn } of Object.values(PUBLISHED_LIMITS)) {
    expect(new URL(source).protocol).toBe('https:');
    expect(readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});
