import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOOKS_AT_DNS } from '../../lambdas/shared/contract/limits.ts';
import { type Place, SITUATIONS, type Situation } from '../situations/situations.ts';
import { api, dns, type Key } from './cloud.ts';
import { newOrganization } from './operator.ts';

interface Looker {
  key: Key;
  target: string;
}
interface Look {
  forecast: string;
  diagnosis?: { code: string; reason?: string; fix: { text: string }; evidence: unknown[] };
}

/** Each may look so often in a minute. */
const lookers = Array.from({ length: Math.ceil(SITUATIONS.length / LOOKS_AT_DNS.limit) }, (): Partial<Looker> => ({}));

beforeAll(async () => {
  for (const looker of lookers) {
    const { key } = await newOrganization('domains.read,domains.write');
    const { body } = await api<{ cname_target: string }>('POST', '/servers', { key, body: { name: 'Web' } });
    Object.assign(looker, { key, target: body.cname_target });
  }
});

describe.concurrent('a situation of docs/diagnosis.md', () => {
  it.each(SITUATIONS.map((situation, at): [string, Situation, number] => [situation.what, situation, at]))(
    'a situation of docs/diagnosis.md is told as it says there: %s',
    async (_, { code, reason, prepare }, at) => {
      const { key, target = '' } = lookers[at % lookers.length] ?? {};
      const zone = `z${randomBytes(4).toString('hex')}.test`;
      const place: Place = { zone, hostname: `shop.${zone}`, target };
      await prepare(dns, place);
      const { status, body } = await api<Look>('POST', '/dns/look', { ...(key && { key }), body: { url: place.hostname } });
      expect(status, JSON.stringify(body)).toBe(200);
      expect([body.diagnosis?.code, body.diagnosis?.reason], JSON.stringify(body.diagnosis)).toEqual([code, reason]);
      if (code === undefined) expect(body.forecast).toBe('certificate');
      else expect(body.diagnosis?.evidence.length, JSON.stringify(body.diagnosis)).toBeGreaterThan(0);
    },
  );
});
