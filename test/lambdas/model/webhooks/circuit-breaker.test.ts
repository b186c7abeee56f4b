import { describe, expect, it } from 'vitest';
import {
  type AttemptSeen,
  endsSending,
  firstSlots,
  probePauseSeconds,
  SLOTS,
  standing,
  tallied,
  verdict,
} from '../../../../lambdas/model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { aWebhook, WEBHOOK_ID } from './a-delivery.ts';

const hook = (changes: Partial<Webhook> = {}) => aWebhook(WEBHOOK_ID, changes) as unknown as Webhook;
const held = `${iso(1)} lease_1`;
const allHeld = Object.fromEntries(SLOTS.map((slot) => [slot, held]));

describe('where slots were refused', () => {
  it.each<[string, Webhook | undefined, boolean, object]>([
    ['a deleted webhook is gone', undefined, false, { kind: 'deleted' }],
    ['a disabled one takes nothing', hook({ status: 'disabled' }), false, { kind: 'disabled' }],
    ['a disabled one takes no probe', hook({ status: 'disabled', timeoutsInRow: 3 }), true, { kind: 'disabled' }],
    ['three time-outs have opened the breaker', hook({ timeoutsInRow: 3 }), false, { kind: 'open' }],
    ['two have not', hook({ timeoutsInRow: 2 }), false, { kind: 'free', slots: [...SLOTS] }],
    ['a probe passes an open breaker', hook({ timeoutsInRow: 9 }), true, { kind: 'free', slots: [...SLOTS] }],
    ['five attempts are all', hook(allHeld), false, { kind: 'full' }],
    ['also for a probe', hook({ ...allHeld, timeoutsInRow: 3 }), true, { kind: 'full' }],
    ['one that was freed is free', hook({ ...allHeld, slot3: undefined }), false, { kind: 'free', slots: ['slot3'] }],
    ['one whose time is over is free', hook({ ...allHeld, slot1: `${iso(-1)} dead` }), false, { kind: 'free', slots: ['slot1'] }],
    ['not in its last millisecond', hook({ ...allHeld, slot1: `${iso(0)} dying` }), false, { kind: 'full' }],
  ])('%s', (_, found, isProbe, expected) => {
    expect(standing(found, isProbe, NOW)).toMatchObject(expected);
  });
});

describe('slots', () => {
  it('are asked for from another one on, by what was rolled', () => {
    expect(firstSlots(2, 0)).toEqual(['slot0', 'slot1']);
    expect(firstSlots(2, 0.999)).toEqual(['slot4', 'slot0']);
    expect(firstSlots(5, 0.5).toSorted()).toEqual([...SLOTS]);
  });
});

const seen = (state: AttemptSeen['state'], more: Partial<AttemptSeen> = {}): AttemptSeen => ({
  at: iso(0),
  milliseconds: 20,
  state,
  timedOut: false,
  gone: false,
  isTest: false,
  ...more,
});
const timedOut = seen('pending', { timedOut: true });

describe('what attempts add to the row of their webhook', () => {
  it.each<[string, AttemptSeen[], object]>([
    ['nothing', [], { timeouts: { anew: false, count: 0 }, failures: { anew: false, events: 0 } }],
    [
      'a success ends everything',
      [seen('succeeded')],
      { timeouts: { anew: true, count: 0 }, failures: { anew: true, events: 0 } },
    ],
    [
      'a time-out goes on counting',
      [timedOut],
      { timeouts: { anew: false, count: 1 }, failures: { anew: false, since: iso(0), events: 0 } },
    ],
    ['an answer of any status ends time-outs', [timedOut, seen('failed'), timedOut], { timeouts: { anew: true, count: 1 } }],
    [
      'failures count from the last success on',
      [seen('failed'), seen('succeeded'), seen('pending', { at: iso(1) }), seen('failed', { at: iso(2) })],
      { failures: { anew: true, since: iso(1), events: 1 } },
    ],
    [
      'an attempt that is repeated is no failed event',
      [seen('pending')],
      { failures: { anew: false, since: iso(0), events: 0 } },
    ],
    [
      'nor is a test, and no failure that counts at all',
      [seen('failed', { isTest: true })],
      { failures: { anew: false, events: 0 } },
    ],
    ['410 is told', [seen('failed', { gone: true }), seen('pending')], { gone: true }],
  ])('%s', (_, attempts, expected) => {
    expect(tallied(attempts)).toMatchObject(expected);
  });

  it('end the sending after three time-outs in a row, and after a 410', () => {
    expect(endsSending(tallied([timedOut, timedOut, seen('pending'), timedOut]))).toBe(false);
    expect(endsSending(tallied([seen('succeeded'), timedOut, timedOut, timedOut]))).toBe(true);
    expect(endsSending(tallied([seen('failed', { gone: true }), seen('succeeded')]))).toBe(true);
  });
});

describe('what follows for a webhook', () => {
  const fiveDays = 120 * HOUR;
  const failing = { failingSince: iso(-fiveDays), failedEvents: 3 };
  it.each<[string, Partial<Webhook>, boolean, Date, object]>([
    ['nothing', {}, false, NOW, { kind: 'none' }],
    ['410 disables at once', {}, true, NOW, { kind: 'disable', because: 'gone' }],
    ['five days of failures disable', failing, false, NOW, { kind: 'disable', because: 'failing' }],
    ['a millisecond less does not', failing, false, later(-1), { kind: 'none' }],
    ['two failed events do not', { ...failing, failedEvents: 2 }, false, NOW, { kind: 'none' }],
    ['none do not', { failingSince: iso(-fiveDays) }, false, NOW, { kind: 'none' }],
    ['failures that a success has ended do not', { failedEvents: 3 }, false, NOW, { kind: 'none' }],
    ['what is disabled stays so', { ...failing, status: 'disabled', timeoutsInRow: 3 }, true, NOW, { kind: 'none' }],
    ['the third time-out opens the breaker', { timeoutsInRow: 3 }, false, NOW, { kind: 'open' }],
    ['the second does not', { timeoutsInRow: 2 }, false, NOW, { kind: 'none' }],
    ['a fourth finds it open', { timeoutsInRow: 4, probeAt: iso(1) }, false, NOW, { kind: 'none' }],
    ['an answer closes it', { probeAt: iso(1) }, false, NOW, { kind: 'close' }],
    ['disabling comes first', { ...failing, timeoutsInRow: 3 }, false, NOW, { kind: 'disable', because: 'failing' }],
  ])('%s', (_, changes, gone, now, expected) => {
    expect(verdict(hook(changes), gone, now, settings.webhooks)).toEqual(expected);
  });

  it('probes wait twice as long each time, up to half an hour', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((probes) => probePauseSeconds(probes, settings.webhooks))).toEqual([
      60, 120, 240, 480, 960, 1_800, 1_800,
    ]);
  });
});
