import { describe, expect, it } from 'vitest';
import { type ArrivalMs, arrivalAfterMs, availableAtMs } from '../../../../lambdas/ca-limits/gcra.ts';
import { HOUR, NOW, SECOND, timings } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';
import { InMemoryCa } from './in-memory-ca.ts';

const MINUTE = 60 * SECOND;
const NAMES = 16;
/** The limit of orders at each CA. The fallback has room for one name an hour. */
const ORDERS = { first: { count: 3, windowSeconds: 60 }, second: { count: 1, windowSeconds: 3_600 } };

function aBudget(limit: { count: number; windowSeconds: number }) {
  let arrivalMs: ArrivalMs;
  return {
    freeFromMs: () => availableAtMs(limit, arrivalMs),
    take(nowMs: number): boolean {
      if (availableAtMs(limit, arrivalMs) > nowMs) return false;
      arrivalMs = arrivalAfterMs(limit, arrivalMs, nowMs);
      return true;
    },
  };
}

/** Reproducible random numbers (Lehmer's generator). */
function dice(): () => number {
  let state = 16;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Domains that all wait for two CAs, in virtual time: the one that is due next runs. Preparation only takes a slot of the first
 * CA.
 */
class Outage {
  readonly first = new InMemoryCa();
  readonly second = new InMemoryCa();
  readonly names: AnIssuance[] = [];
  /** Times of orders at the first CA, in virtual time. `asked`: the number of all requests to it. */
  readonly orders: number[] = [];
  asked = 0;
  /** Times at which waiting domains checked whether the first CA is back. */
  readonly checks: number[] = [];
  readonly #budget: ReturnType<typeof aBudget>;

  private constructor(orders: typeof ORDERS.first) {
    this.#budget = aBudget(orders);
  }

  static async begun(orders = ORDERS.first): Promise<Outage> {
    const outage = new Outage(orders);
    const ofSecond = aBudget(ORDERS.second);
    const jitter = dice();
    for (let index = 0; index < NAMES; index += 1) {
      const name = await AnIssuance.prepared(outage.first, `shop-${index}.customer.com`, outage.names[0]);
      Object.assign(name, { jitter, remembersTrouble: true });
      name.fallbacks.push({ name: 'Second CA', ca: outage.second });
      name.takeAnother = async () => outage.#budget.take(name.now.getTime());
      name.takesFallbackSlot = async () => ofSecond.take(name.now.getTime());
      name.now = new Date(NOW.getTime() + index * SECOND);
      name.domain = { ...name.domain, phase: 'preparing' } as AnIssuance['domain'];
      outage.names.push(name);
    }
    return outage;
  }

  async passUntil(instant: number): Promise<void> {
    for (;;) {
      const [next] = this.waiting().toSorted((one, other) => one.now.getTime() - other.now.getTime());
      if (!next || next.now.getTime() >= instant) return;
      await this.#goesOn(next);
    }
  }

  waiting(): AnIssuance[] {
    return this.names.filter(({ domain }) => domain.phase !== 'installing');
  }

  async #goesOn(name: AnIssuance): Promise<void> {
    const nowMs = name.now.getTime();
    if (name.domain.phase === 'preparing') {
      if (this.#budget.take(nowMs)) name.prepareAgain(name.now);
      else name.now = new Date(this.#budget.freeFromMs());
      return;
    }
    for (const ca of [this.first, this.second]) {
      ca.validate();
      ca.issue();
    }
    if (name.domain.phase === 'ordering') this.checks.push(nowMs);
    const before = [this.first.orders.length, this.first.requests.length] as const;
    await name.run(name.stepOfPhase());
    this.asked += this.first.requests.length - before[1];
    if (this.first.orders.length > before[0]) this.orders.push(nowMs);
  }
}

/** The largest number of these sorted instants within any span of this length. */
function mostWithin(instants: readonly number[], spanMs: number): number {
  let from = 0;
  const counts = instants.map((at, to) => {
    while ((instants[from] ?? at) <= at - spanMs) from += 1;
    return to - from + 1;
  });
  return Math.max(...counts);
}

describe('a CA that is back after an outage', () => {
  it('of hours gets orders from one name first, and from all others within the budget, until none waits', async () => {
    const outage = await Outage.begun();
    outage.first.isDown = true;
    const backAt = NOW.getTime() + 6 * HOUR;
    await outage.passUntil(backAt);
    const checksInAnHour = outage.asked / 6;
    expect(checksInAnHour).toBeLessThanOrEqual(HOUR / (6 * timings.caRetrySeconds * SECOND) + 2);
    const waited = outage.waiting().length;
    expect(waited).toBeGreaterThanOrEqual(NAMES - 7);
    expect(outage.waiting().filter(({ domain }) => domain.sslStatus !== 'pending')).toEqual([]);

    outage.first.isDown = false;
    await outage.passUntil(backAt + HOUR);
    expect(outage.waiting()).toEqual([]);
    expect(outage.orders.length).toBeGreaterThanOrEqual(waited - 2);
    expect(mostWithin(outage.orders, MINUTE)).toBeLessThanOrEqual(2 * ORDERS.first.count);
    const [probed = 0, next = 0] = outage.orders;
    expect(next).toBeGreaterThan(probed);
    const afterTheFirstHour = outage.checks.filter((at) => at > NOW.getTime() + HOUR);
    expect(mostWithin(afterTheFirstHour, SECOND)).toBeLessThanOrEqual(NAMES / 4);
  });

  it('gets orders as soon as the budget has a place, whoever has come without one before', async () => {
    const windowSeconds = 240;
    const outage = await Outage.begun({ count: 1, windowSeconds });
    outage.first.isDown = true;
    const backAt = NOW.getTime() + 6 * HOUR;
    await outage.passUntil(backAt);
    outage.first.isDown = false;
    await outage.passUntil(backAt + HOUR);
    const [first = Number.POSITIVE_INFINITY] = outage.orders;
    expect(first - backAt).toBeLessThanOrEqual(2 * windowSeconds * SECOND);
  });
});
