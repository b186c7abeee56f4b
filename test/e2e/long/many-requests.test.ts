import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { describe, expect, it } from 'vitest';
import { type Answer, api, type Key, newHostname } from '../cloud.ts';
import { withinAMinute } from '../minute.ts';
import { newKey, newOrganization } from '../operator.ts';

// So many requests at the same time that they take all the processes which the emulator can start before API Gateway gives up.

interface Refusal {
  error: { code: string; details: { limit: number; remaining: number; reset_at: string } };
}
const ask = (key: Key, path = '/organization') => api<Refusal>('GET', path, { key });
const rate = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

/**
 * Each request at the same time is a process of its own in the emulator; 150 of them are more than a small machine starts in 28
 * s.
 */
const AT_ONCE = 12;

const askTimes = (times: number, key: Key) => pMap(Array.from({ length: times }), () => ask(key), { concurrency: AT_ONCE });

/** So many processes run when the counting begins. */
async function warmUp(organizationId: string): Promise<void> {
  const other = await newKey('domains.read', organizationId);
  await askTimes(2 * AT_ONCE, other);
}

describe('many requests at once', () => {
  it('let exactly 100 of 150 pass under the limit of a key’s minute', async () => {
    const answers = await withinAMinute(async () => {
      const { key, organizationId } = await newOrganization('domains.read');
      await warmUp(organizationId);
      return askTimes(150, key);
    });
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([100, 50]);
    expect(new Set(passed.map((answer) => rate(answer).remaining)).size).toBe(100);
    for (const answer of refused) {
      expect(answer.body.error).toMatchObject({ code: 'rate_limit_exceeded', details: { limit: 100, remaining: 0 } });
      const retryAfter = Number(answer.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(new Date(answer.body.error.details.reset_at).getTime() / 1000).toBe(rate(answer).reset);
    }
  });

  it('an Idempotency-Key makes one domain of twenty requests at once', async () => {
    const body = { url: newHostname('twenty'), server_id: 1 };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api('POST', '/domains', { body, headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  });
});
