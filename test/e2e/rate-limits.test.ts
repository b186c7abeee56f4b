import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rateStore } from '../../lambdas/api/pipeline/rate-limit.store.ts';
import { type Answer, api, type Key } from './cloud.ts';
import { admin, newKey, newOrganization, table } from './operator.ts';

interface Refusal {
  error: { code: string; details: { limit: number; remaining: number; reset_at: string } };
}
const rates = rateStore(table);
const ask = (key: Key, path = '/organization') => api<Refusal>('GET', path, { key });
const rate = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

/** So that what follows falls into one minute of the clock: the service's, which is this machine's. */
async function earlyInAMinute(secondsNeeded: number): Promise<void> {
  const left = 60 - ((Date.now() / 1000) % 60);
  if (left < secondsNeeded) await sleep(left * 1000 + 50);
}

/** Each request at the same time is a process of its own in the emulator; 150 of them are more than a small machine starts in 28 s. */
const AT_ONCE = 12;

async function atOnce<T>(most: number, times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < times) {
      begun += 1;
      results.push(await work());
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}

/** So many processes run when the counting begins. */
async function warmUp(organizationId: string): Promise<void> {
  const other = await newKey('domains.read', organizationId);
  await atOnce(AT_ONCE, 2 * AT_ONCE, () => ask(other));
}

describe('the limits on requests', () => {
  it('let exactly 100 of 150 counts at the same moment into the table', async () => {
    const { key } = await newOrganization('domains.read');
    await earlyInAMinute(20);
    const counts = Array.from({ length: 150 }, () => rates.countOfKey(key.api_key_id, key.api_key, new Date()));
    const kinds = (await Promise.all(counts)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'counted')).toHaveLength(100);
  });

  it('let exactly 100 of 150 requests of a key pass in a minute, many at once', async () => {
    const { key, organizationId } = await newOrganization('domains.read');
    await warmUp(organizationId);
    await earlyInAMinute(40);
    const answers = await atOnce(AT_ONCE, 150, () => ask(key));
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

  it('of an organization hold over all of its keys, and tell the limit with fewer requests left', async () => {
    const { key, organizationId } = await newOrganization('domains.read');
    await admin('set-limits', '--organization', organizationId, '--requests-per-hour', '3');
    const other = await newKey('domains.read', organizationId);
    await earlyInAMinute(10);
    expect(rate(await ask(key))).toMatchObject({ limit: 3, remaining: 2 });
    expect(rate(await ask(other))).toMatchObject({ limit: 3, remaining: 1 });
    expect((await ask(key, '/domains/1')).status).toBe(404);
    const refused = await ask(other);
    expect(refused.status).toBe(429);
    expect(refused.body.error.details).toMatchObject({ limit: 3, remaining: 0 });
    expect(rate(refused).reset % 3600).toBe(0);
  });

  it('are raised by an administrator', async () => {
    const { key, organizationId } = await newOrganization('domains.read');
    await admin('set-limits', '--organization', organizationId, '--requests-per-minute', '100000', '--requests-per-hour', '5000');
    expect(rate(await ask(key))).toMatchObject({ limit: 5000, remaining: 4999 });
  });
});
