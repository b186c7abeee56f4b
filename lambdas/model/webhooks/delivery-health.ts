import type { Delivery } from './delivery.schema.ts';
import { isTest } from './delivery.ts';

const HEALTH_HOURS = 24;
const HOUR_MS = 3_600_000;
const PERCENTILE = 0.95;

export function healthSince(now: Date): Date {
  return new Date(now.getTime() - HEALTH_HOURS * HOUR_MS);
}

/** A receiver's health, from its deliveries of events in the period, newest first. Tests do not count. */
export function webhookHealth(rows: readonly Delivery[], isComplete: boolean, now: Date) {
  const since = healthSince(now).toISOString();
  const counted = rows.filter((delivery) => delivery.createdAt >= since && !isTest(delivery));
  const ofState = (state: Delivery['state']) => counted.filter((delivery) => delivery.state === state).length;
  const [succeeded, failed, pending] = [ofState('succeeded'), ofState('failed'), ofState('pending')];
  const times = counted.flatMap(({ attempts }) => attempts.map(({ milliseconds }) => milliseconds));
  return {
    since: isComplete ? since : (counted.at(-1)?.createdAt ?? since),
    until: now.toISOString(),
    deliveries: { succeeded, failed, pending },
    ...(succeeded + failed > 0 && { success_rate: succeeded / (succeeded + failed) }),
    attempts: times.length,
    ...(times.length > 0 && { p95_milliseconds: nearestRank(times, PERCENTILE) }),
    is_complete: isComplete,
  };
}

function nearestRank(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
}
