import { describe, expect, it } from 'vitest';
import { breakerChange } from '../../../../lambdas/model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { aWebhook, WEBHOOK_ID } from './a-delivery.ts';

const hook = (changes: Partial<Webhook> = {}) => aWebhook(WEBHOOK_ID, changes) as unknown as Webhook;

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
  ])('from an attempt: %s', (_, changes, gone, now, expected) => {
    expect(breakerChange(hook(changes), gone, now, settings.webhooks)).toEqual(expected);
  });
});
