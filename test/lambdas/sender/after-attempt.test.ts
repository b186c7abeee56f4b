import { describe, expect, it } from 'vitest';
import type { Attempt, Delivery } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryTimeline } from '../../../lambdas/model/webhooks/delivery-timeline.ts';
import { afterAttempt, attemptOf, needsMessage, secondsFrom } from '../../../lambdas/sender/after-attempt.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import { answer, aRow, BODY, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';
import { settings } from '../settings.ts';

const row = (changes: Partial<Delivery> = {}) => aRow(changes) as unknown as Delivery;
const attempt: Attempt = { at: iso(0), milliseconds: 1, status: 500 };
const again = (milliseconds: number) => ({ state: 'pending' as const, nextAttemptAt: iso(milliseconds) });

describe('an attempt in the log', () => {
  it('has the first KiB of the answer, and no half character at its end', () => {
    const { reply } = attemptOf(answer(200, { reply: `${'a'.repeat(1_023)}ä and more` }), NOW);
    expect(reply).toBe('a'.repeat(1_023));
    expect(attemptOf(answer(200, { reply: 'ü'.repeat(512) }), NOW).reply).toBe('ü'.repeat(512));
  });

  it('of an empty answer has none', () => {
    expect(attemptOf(answer(204, { reply: '' }), NOW)).toEqual({ at: iso(0), status: 204, milliseconds: 12 });
  });
});

describe('a delivery after an attempt', () => {
  it('keeps the last 24 attempts', () => {
    const attempts = Array.from({ length: 24 }, (_, number) => ({ ...attempt, milliseconds: number }));
    const after = afterAttempt(row({ attempts, attemptsMade: 3 }), attempt, { state: 'succeeded' }, NOW, settings.webhooks);
    expect(after.attemptsMade).toBe(4);
    expect(after.attempts).toEqual([...attempts.slice(1), attempt]);
  });

  it.each([
    ['waits in the queue', 900 * SECOND, false],
    ['is a due row', 900 * SECOND + 1, true],
  ])('%s', (_, milliseconds, isDue) => {
    const after = afterAttempt(row(), attempt, again(milliseconds), NOW, settings.webhooks);
    expect(after.nextAttemptAt).toBe(iso(milliseconds));
    expect(after.stepDueAt).toBe(iso(isDue ? milliseconds : milliseconds + 600 * SECOND)); // in case its message is lost
    expect(after.duePk).toBe(`DUE#DELIVERIES#${WEBHOOK_ID % 16}`);
    expect(needsMessage(after)).toBe(!isDue);
  });

  it('waits for whole seconds, never less than what is left, and never into the past', () => {
    expect(secondsFrom(NOW, iso(1))).toBe(1);
    expect(secondsFrom(NOW, iso(-5_000))).toBe(0);
  });
});

describe('the timeline of its domain', () => {
  const end = { id: 'tl_1', at: iso(0), state: 'failed' as const };
  it('tells of the end with the diagnosis that the event had', () => {
    const entry = deliveryTimeline({ ...end, body: BODY });
    expect(entry).toEqual({ id: 'tl_1', at: iso(0), what: 'delivery.failed', code: 'ok', actor: { type: 'service' } });
  });

  it.each([undefined, '{', 'null', '{}', '{"data":{"domain":{"diagnosis":{"code":"no_code"}}}}'])(
    'with `in_progress` where there is none: %s',
    (body) => {
      expect(deliveryTimeline({ ...end, body }).code).toBe('in_progress');
    },
  );
});
