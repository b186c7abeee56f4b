import { describe, expect, it } from 'vitest';
import type { ServerAnswer } from '../../../lambdas/dns/walk/server-answer.ts';
import { isServedEverywhere } from '../../../lambdas/route53-publisher/served-set.ts';

const NAME = 'abc.cname.service.net';
const answer = (values: string[], type: 'A' | 'AAAA' | 'CNAME' = 'A'): ServerAnswer => ({
  server: 'ns1.service.net (192.0.2.53)',
  type,
  said: values.length > 0 ? 'records' : 'no-data',
  records: values.map((value) => ({ name: NAME, type, value, ttl: 60 })),
});
const isServed = (values: string[], answers: ServerAnswer[], type: 'A' | 'AAAA' | 'CNAME' = 'A') =>
  isServedEverywhere({ name: NAME, type, values }, async () => answers);

describe('a set of records is served everywhere', () => {
  it('if each name server gives just its values, in any order and spelling', async () => {
    expect(
      await isServed(['192.0.2.1', '192.0.2.2'], [answer(['192.0.2.2', '192.0.2.1']), answer(['192.0.2.1', '192.0.2.2'])]),
    ).toBe(true);
    expect(await isServed(['2001:DB8::1'], [answer(['2001:db8:0:0:0:0:0:1'], 'AAAA')], 'AAAA')).toBe(true);
    expect(await isServed(['LB.example.com'], [answer(['lb.example.com.'], 'CNAME')], 'CNAME')).toBe(true);
  });

  it('a TXT record only by its exact text: proofs differ by upper and lower case', async () => {
    const given = (text: string): ServerAnswer => ({
      ...answer([]),
      records: [{ name: NAME, type: 'TXT', value: text, ttl: 60 }],
    });
    const isTextServed = (text: string) =>
      isServedEverywhere({ name: NAME, type: 'TXT', values: ['"aBc-_"'] }, async () => [given(text)]);
    expect([await isTextServed('aBc-_'), await isTextServed('abc-_')]).toEqual([true, false]);
  });

  it('not if one of them still gives what was there before, or nothing', async () => {
    expect(await isServed(['192.0.2.1'], [answer(['192.0.2.1']), answer(['192.0.2.9'])])).toBe(false);
    expect(await isServed(['192.0.2.1'], [answer(['192.0.2.1']), answer([])])).toBe(false);
    expect(await isServed(['192.0.2.1'], [answer(['192.0.2.1', '192.0.2.9'])])).toBe(false);
  });

  it('not if nobody says who its name servers are', async () => {
    expect(await isServed(['192.0.2.1'], [])).toBe(false);
  });
});
