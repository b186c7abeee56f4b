import { describe, expect, it } from 'vitest';
import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { rateStore } from '../../../lambdas/model/accounts/requests/rate-limit.store.ts';
import { type Answer, api, type Key, newReceiverHost } from '../cloud.ts';
import { withinAMinute } from '../minute.ts';
import { admin, newKey, newOrganization, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

interface Refusal {
  error: { code: string; details: { limit: number; remaining: number; reset_at: string } };
}
const rates = rateStore(table, STANDARD_LIMITS);
const ask = (key: Key, path = '/organization') => api<Refusal>('GET', path, { key });
const rate = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

describe('the limits on requests', () => {
  it('let exactly 100 of 150 counts at the same moment into the table', async () => {
    const counted = await withinAMinute(async () => {
      const { key } = await newOrganization('domains.read');
      return Promise.all(
        Array.from({ length: 150 }, () =>
          rates.countOfKey(key.api_key_id, key.api_key, { sourceIp: '192.0.2.1', now: new Date() }),
        ),
      );
    });
    const kinds = counted.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'counted')).toHaveLength(100);
  });

  it('hold over all keys of an organization, and the headers show the one with less left', async () => {
    const [first, second, third, refused] = await withinAMinute(async () => {
      const { key, organizationId } = await newOrganization('domains.read');
      await admin('set-limits', '--organization', organizationId, '--requests-per-hour', '3');
      const other = await newKey('domains.read', organizationId);
      return [await ask(key), await ask(other), await ask(key, '/domains/1'), await ask(other)] as const;
    });
    expect(rate(first)).toMatchObject({ limit: 3, remaining: 2 });
    expect(rate(second)).toMatchObject({ limit: 3, remaining: 1 });
    expect(third.status).toBe(404);
    expect(refused.status).toBe(429);
    expect(refused.body.error.details).toMatchObject({ limit: 3, remaining: 0 });
    expect(rate(refused).reset % 3600).toBe(0);
  });

  it('are raised by an administrator, and are those of the stage again', async () => {
    const { key, organizationId } = await newOrganization('domains.read');
    const setLimits = (...limits: string[]) => admin('set-limits', '--organization', organizationId, ...limits);
    await setLimits('--requests-per-minute', '15000', '--requests-per-hour', '5000');
    expect(rate(await ask(key))).toMatchObject({ limit: 5000, remaining: 4999 });
    const printed = await setLimits('--requests-per-minute', 'standard', '--requests-per-hour', 'standard');
    expect(printed).toMatchObject({ requests_per_minute: 100, requests_per_hour: 1000 });
    expect(rate(await ask(key)).limit).toBe(100);
  });
});

describe('a quota of two', () => {
  it.each<[string, (n: number, host: string) => object]>([
    // Explicit ids: generated ids come one after the other, and would keep the quota without its counter.
    ['servers', (n) => ({ id: n + 1, name: `Server ${n}` })],
    ['webhooks', (n, host) => ({ url: `https://${host}/${n}`, events: ['*'] })],
  ])('lets two of ten %s into the table that are created at once', async (resource, bodyOf) => {
    const { key, organizationId } = await newOrganization('servers.write,webhooks.write');
    await admin('set-limits', '--organization', organizationId, `--${resource}`, '2');
    const host = await newReceiverHost();
    const post = (n: number) => api<Refusal>('POST', `/${resource}`, { key, body: bodyOf(n, host) });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => post(n)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(8).fill(422)]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error).toMatchObject({ code: 'quota_exceeded', details: { resource, limit: 2, used: 2 } });
  });
});

describe('a quota of ten domains', () => {
  interface Bulk extends Refusal {
    summary?: { created: number };
  }
  it.each(['domains', 'unvalidated-domains'])(
    'lets ten of forty in that are created at once, one by one and in bulk: %s',
    async (limit) => {
      const { key, organizationId } = await newOrganization('domains.read,domains.write');
      await admin('set-limits', '--organization', organizationId, `--${limit}`, '10');
      const item = (n: number) => ({ url: `quota${n}-${organizationId.slice(4).toLowerCase()}.customer.test`, server_id: 1 });
      const single = (n: number) => api<Bulk & { id: number }>('POST', '/domains', { key, body: item(n) });
      const tenFrom = (first: number) => ({ domains: Array.from({ length: 10 }, (_, n) => item(first + n)) });
      const bulk = (first: number) => api<Bulk>('POST', '/domains/bulk', { key, body: tenFrom(first) });
      const answers = await Promise.all([...Array.from({ length: 20 }, (_, n) => single(n)), bulk(100), bulk(200)]);
      const created = answers.map(({ status, body }) => body.summary?.created ?? (status === 201 ? 1 : 0));
      expect(created.reduce((sum, one) => sum + one)).toBe(10);
      const refused = await single(99);
      expect([refused.status, refused.body.error.details]).toMatchObject([422, { limit: 10, used: 10 }]);
      const { data } = (await api<{ data: { id: number }[] }>('GET', '/domains', { key })).body;
      await api('DELETE', `/domains/${data[0]?.id}`, { key });
      await expect.poll(async () => (await single(99)).status, { timeout: PATIENCE_SECONDS * 1000, interval: 250 }).toBe(201);
    },
  );
});
