import { describe, expect, it } from 'vitest';
import { toAttempt } from '../../../lambdas/webhook-sender/deliver-message.ts';
import { iso, NOW } from '../a-domain.ts';
import { answer } from '../model/webhooks/a-delivery.ts';

describe('an attempt in the log', () => {
  it('has the first KiB of the answer, and no half character at its end', () => {
    const { reply } = toAttempt(answer(200, { reply: `${'a'.repeat(1_023)}ä and more` }), NOW);
    expect(reply).toBe('a'.repeat(1_023));
    expect(toAttempt(answer(200, { reply: 'ü'.repeat(512) }), NOW).reply).toBe('ü'.repeat(512));
  });

  it('shows no text of an empty answer', () => {
    expect(toAttempt(answer(204, { reply: '' }), NOW)).toEqual({ at: iso(0), status: 204, milliseconds: 12 });
  });
});
