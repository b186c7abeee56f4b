import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { availability, firstSlots, SLOTS } from '../../../../lambdas/model/webhooks/webhook-slots.ts';
import { iso, NOW } from '../../a-domain.ts';
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
  ])('webhooks are treated by their state: %s', (_, found, isProbe, expected) => {
    expect(availability(found, isProbe, NOW)).toMatchObject(expected);
  });
});

describe('slots', () => {
  it('of webhooks are requested starting at a random one', () => {
    expect(firstSlots(2, 0)).toEqual(['slot0', 'slot1']);
    expect(firstSlots(2, 0.999)).toEqual(['slot4', 'slot0']);
    expect(firstSlots(5, 0.5).toSorted()).toEqual([...SLOTS]);
  });
});
