import { describe, expect, it } from 'vitest';
import { isNothingParked, parkedPlan, probePauseSeconds } from '../../../../lambdas/model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { iso, NOW, SECOND } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { aWebhook, WEBHOOK_ID } from './a-delivery.ts';

const hook = (changes: Partial<Webhook>) => aWebhook(WEBHOOK_ID, changes) as unknown as Webhook;
const drained = (drainSize: number, parkedAt = iso(-2)) => ({ drainSize, drainedAt: iso(-1), parkedAt });

describe('deliveries parked for a webhook', () => {
  it.each<[string, Partial<Webhook>, object]>([
    ['is given up when that is disabled', { status: 'disabled', timeoutsInRow: 3 }, { kind: 'give-up' }],
    ['waits for the probe', { timeoutsInRow: 3, probeAt: iso(1) }, { kind: 'wait', until: iso(1) }],
    [
      'sends its first probe',
      { timeoutsInRow: 3, probeAt: iso(0), probes: 0 },
      { kind: 'probe', probes: 1, nextProbeAt: iso(120 * SECOND) },
    ],
    [
      'sends its sixth',
      { timeoutsInRow: 3, probeAt: iso(0), probes: 5 },
      { kind: 'probe', probes: 6, nextProbeAt: iso(1_800 * SECOND) },
    ],
    ['sends one if nobody has said when', { timeoutsInRow: 3 }, { kind: 'probe', probes: 1, nextProbeAt: iso(120 * SECOND) }],
    ['begins with a hundred', { parkedAt: iso(0) }, { kind: 'drain', size: 100 }],
    ['goes on with twice as many', drained(100), { kind: 'drain', size: 200 }],
    ['up to three thousand', drained(1_600), { kind: 'drain', size: 3_000 }],
    ['with half as many if some were parked again', drained(101, iso(0)), { kind: 'drain', size: 50 }],
    ['with fifty at least', drained(50, iso(0)), { kind: 'drain', size: 50 }],
    ['two time-outs do not stop it', { ...drained(100), timeoutsInRow: 2 }, { kind: 'drain', size: 200 }],
  ])('follow the plan: %s', (_, changes, plan) => {
    expect(parkedPlan(hook(changes), NOW, settings.webhooks)).toEqual(plan);
  });

  it('count as none only two minutes after the last was parked: the index lags', () => {
    expect(isNothingParked(hook({ parkedAt: iso(-120_000) }), NOW)).toBe(false);
    expect(isNothingParked(hook({ parkedAt: iso(-120_001) }), NOW)).toBe(true);
  });
});

describe('an open breaker', () => {
  it('probes wait twice as long each time, up to half an hour', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((probes) => probePauseSeconds(probes, settings.webhooks))).toEqual([
      60, 120, 240, 480, 960, 1_800, 1_800,
    ]);
  });
});
