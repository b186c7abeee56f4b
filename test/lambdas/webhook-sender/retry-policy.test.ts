import { describe, expect, it } from 'vitest';
import type { Attempt, Delivery } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { secondsFrom } from '../../../lambdas/shared/time/instant.ts';
import { attemptChanges, attemptOutcome, needsQueueMessage } from '../../../lambdas/webhook-sender/retry-policy.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import { answer, aRow, noAnswer, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';
import { settings } from '../settings.ts';

const outcome = (result: ReturnType<typeof answer>, attempt = 1, jitter = 0.5) =>
  attemptOutcome(result, attempt, settings.webhooks, NOW, jitter);
const again = (seconds: number) => ({ state: 'pending', nextAttemptAt: iso(seconds * SECOND) });

describe('the status of an answer', () => {
  it.each([200, 201, 204, 299])('an answer of %s ends the delivery well', (status) => {
    expect(outcome(answer(status))).toEqual({ state: 'succeeded' });
  });

  it.each([
    [300, 'redirected'],
    [301, 'redirected'],
    [304, 'redirected'],
    [399, 'redirected'],
    [101, 'redirected'],
    [400, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [410, 'gone'],
    [429, 'refused'],
    [499, 'refused'],
  ])('an answer of %s is final: %s', (status, failure) => {
    expect(outcome(answer(status, { retryAfter: '1' }))).toEqual({ state: 'failed', failure });
  });

  it.each([500, 502, 503, 504, 599, 600, 999])('an answer of %s is tried again', (status) => {
    expect(outcome(answer(status))).toEqual(again(5));
  });
});

describe('no complete answer', () => {
  it.each(['dns', 'refused_address', 'connection', 'tls', 'timeout', 'too_large', 'protocol'] as const)(
    'makes the delivery try again: %s',
    (error) => {
      expect(outcome(noAnswer(error))).toEqual(again(5));
    },
  );
});

describe('the pause before the next attempt', () => {
  it.each([
    [1, 5],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 18_000],
    [6, 36_000],
    [7, 36_000],
  ])('after attempt %s, is %s s', (attempt, seconds) => {
    expect(outcome(answer(500), attempt)).toEqual(again(seconds));
  });

  it('varies by a tenth as it was drawn', () => {
    expect(outcome(answer(500), 2, 0)).toEqual(again(270));
    expect(outcome(answer(500), 2, 1)).toEqual(again(330));
  });

  it('does not exist after the eighth: the delivery has failed', () => {
    expect(outcome(answer(500), 8)).toEqual({ state: 'failed', failure: 'attempts_exhausted' });
    expect(outcome(noAnswer('timeout'), 8)).toEqual({ state: 'failed', failure: 'attempts_exhausted' });
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '120', 120],
    ['a date', new Date(NOW.getTime() + 90 * SECOND).toUTCString(), 90],
    ['a day at most', '1000000', 86_400],
    ['less than the own pause', '1', 5],
    ['nothing that can be read', 'soon', 5],
  ])('of a 503 is honoured: %s', (_, retryAfter, seconds) => {
    expect(outcome(answer(503, { retryAfter }))).toEqual(again(seconds));
  });

  it('of a 500 is not honoured', () => {
    expect(outcome(answer(500, { retryAfter: '120' }))).toEqual(again(5));
  });

  it('makes no ninth attempt', () => {
    expect(outcome(answer(503, { retryAfter: '120' }), 8)).toMatchObject({ state: 'failed' });
  });
});

const row = (changes: Partial<Delivery> = {}) => aRow(changes) as unknown as Delivery;
const attempt: Attempt = { at: iso(0), milliseconds: 1, status: 500 };
const waits = (milliseconds: number) => ({ state: 'pending' as const, nextAttemptAt: iso(milliseconds) });

describe('a delivery after an attempt', () => {
  it('keeps the last 24 of them', () => {
    const attempts = Array.from({ length: 24 }, (_, number) => ({ ...attempt, milliseconds: number }));
    const after = attemptChanges(row({ attempts, attemptsMade: 3 }), attempt, { state: 'succeeded' }, NOW, settings.webhooks);
    expect(after.attemptsMade).toBe(4);
    expect(after.attempts).toEqual([...attempts.slice(1), attempt]);
  });

  it.each([
    ['waits in the queue', 900 * SECOND, false],
    ['is a due row', 900 * SECOND + 1, true],
  ])('%s', (_, milliseconds, isDue) => {
    const after = attemptChanges(row(), attempt, waits(milliseconds), NOW, settings.webhooks);
    expect(after.nextAttemptAt).toBe(iso(milliseconds));
    expect(after.stepDueAt).toBe(iso(isDue ? milliseconds : milliseconds + 600 * SECOND)); // in case its message is lost
    expect(after.duePk).toBe(`DUE#DELIVERIES#${WEBHOOK_ID % 16}`);
    expect(needsQueueMessage(after)).toBe(!isDue);
  });

  it('waits for whole seconds, never less than what is left, and never into the past', () => {
    expect(secondsFrom(NOW, iso(1))).toBe(1);
    expect(secondsFrom(NOW, iso(-5_000))).toBe(0);
  });
});
