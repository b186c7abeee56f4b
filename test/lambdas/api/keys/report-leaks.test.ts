import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { LEAK_REPORTS } from '../../../../contract/api/limits.ts';
import { LEAKS_PATH } from '../../../../contract/paths.ts';
import { githubKeyReader } from '../../../../lambdas/api/keys/github-keys.gateway.ts';
import { reportLeaks } from '../../../../lambdas/api/keys/report-leaks.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { composeKey } from '../../../../lambdas/model/accounts/api-key.ts';
import { serveHttp } from '../../../../lambdas/shared/http/serve-http.ts';
import { ServiceSecret } from '../../../../lambdas/shared/secrets/service-secret.ts';
import { iso } from '../../a-domain.ts';
import { clock, instead, itemsUnder, log, meanwhile, portsOf, wholeRequests } from '../api-caller.ts';
import { another, ask, holdKeys } from './keys-api.ts';

const K = another('K');
const URL = 'https://github.com/octocat/Hello-World/blob/main/.env';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const githubKey = vi.fn(async (id: string) =>
  id === 'known' ? publicKey.export({ type: 'spki', format: 'pem' }).toString() : undefined,
);
const ports = instead(portsOf(), { githubKey });
const handler = serveHttp([reportLeaks(ports)], { log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1' });

/** No API key: anybody may report a leak. */
async function report(body: unknown, headers: Record<string, string> = {}, sourceIp = '198.51.100.9') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const event = {
    rawPath: LEAKS_PATH,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
    isBase64Encoded: false,
    requestContext: { domainName: 'x', http: { method: 'POST', path: LEAKS_PATH, sourceIp, userAgent: 'test' } },
  } as unknown as APIGatewayProxyEventV2;
  const result = await handler(event, { getRemainingTimeInMillis: () => 28_000 } as Context);
  return { status: result.statusCode, json: JSON.parse(result.body ?? 'null') };
}
const signed = (body: unknown, identifier = 'known') => {
  const text = JSON.stringify(body);
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64');
  return report(text, { 'github-public-key-identifier': identifier, 'github-public-key-signature': signature });
};
const labelsOf = ({ json }: Awaited<ReturnType<typeof report>>) => json.map(({ label }: { label: string }) => label);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const told = (items: ReturnType<typeof holdKeys>) => itemsUnder(items, 'OUTBOX#').map(({ body }) => JSON.parse(String(body)));
const audited = (items: ReturnType<typeof holdKeys>) => itemsUnder(items, 'AUDIT#');
const isLetIn = async (secret: string, id = K.id) =>
  (await ask('GET', '/organization', undefined, { by: { id, secret } })).status === 200;

describe('a reported secret of a key', () => {
  it('is let in no more, and event and audit entry say who found it and where', async () => {
    const items = holdKeys({}, K);
    expect(await isLetIn(K.secret)).toBe(true);
    const { status, json } = await signed([{ token: K.secret, type: 'cps_api_key', url: URL, source: 'content' }]);
    expect([status, json]).toEqual([200, [{ token_hash: hashOf(K.secret), token_type: 'cps_api_key', label: 'true_positive' }]]);
    expect(await isLetIn(K.secret)).toBe(false);
    const leak = { reporter: 'github', ended: 'key', url: URL };
    expect(audited(items)).toEqual([
      expect.objectContaining({
        ...{ action: 'api_key.leak_reported', organizationId: 'org_A', actor: { type: 'service' } },
        ...{ resource: { type: 'api_key', id: K.id }, after: { ...leak, reported_from: '198.51.100.9' } },
      }),
    ]);
    const [body] = told(items);
    expect(body).toMatchObject({ event: 'api_key.leaked', data: { api_key: { id: K.id, name: 'key K' }, leak } });
    const valid = { ...body, id: 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V' };
    expect(EVENT_PAYLOADS['api_key.leaked'].parse(valid)).toEqual(valid);
  });

  it('is told by whoever holds it, too, without a key and without a signature', async () => {
    const items = holdKeys({}, K);
    expect(labelsOf(await report([{ token: K.secret, url: 'javascript:alert(1)' }]))).toEqual(['true_positive']);
    expect(await isLetIn(K.secret)).toBe(false);
    expect(told(items)[0].data.leak).toEqual({ reporter: 'holder', ended: 'key' });
  });

  it('is ended once, however often it is reported, and by many in one report', async () => {
    const items = holdKeys({}, K, another('L'));
    const found = [K.secret, another('L').secret, K.secret].map((token) => ({ token }));
    for (let times = 0; times < 2; times += 1)
      expect(labelsOf(await report(found))).toEqual(['true_positive', 'true_positive', 'true_positive']);
    expect(told(items).map(({ data }) => data.api_key.id)).toEqual([K.id, another('L').id]);
  });

  it('that a rotation has replaced ends alone: the key goes on with its present one', async () => {
    const items = holdKeys({}, K);
    const { json } = await ask('POST', `/keys/${K.id}/rotate`, { overlap_hours: 2 });
    await report([{ token: K.secret }]);
    expect([await isLetIn(K.secret), await isLetIn(json.secret)]).toEqual([false, true]);
    expect(told(items)[0].data.leak).toEqual({ reporter: 'holder', ended: 'former_secret' });
    expect(audited(items).at(-1)).toMatchObject({ action: 'api_key.leak_reported', after: { ended: 'former_secret' } });
    await report([{ token: K.secret }]);
    expect(told(items)).toHaveLength(1);
  });

  it('ends the key though it has expired, as it may be given a later end', async () => {
    const items = holdKeys({}, another('K', { expiresAt: iso(-1) }));
    await report([{ token: K.secret }]);
    expect(items.get(`KEY#${K.id}|KEY`)).toHaveProperty('revokedAt');
  });

  it('ends the key though it is used all the time', async () => {
    const items = holdKeys({}, K);
    meanwhile(() => items.set(`KEY#${K.id}|KEY`, { ...items.get(`KEY#${K.id}|KEY`), previousSecretSha256: 'ab'.repeat(32) }));
    await report([{ token: K.secret }]);
    expect(await isLetIn(K.secret)).toBe(false);
  });
});

describe('the answer to a report', () => {
  const otherPepper = ServiceSecret.fromJson(JSON.stringify({ 1: 'y'.repeat(64) }));
  const forged = composeKey('live', 'K'.repeat(22), 'b'.repeat(43), otherPepper).secret;

  it.each([
    ['of others', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['with a wrong checksum', `${K.secret.slice(0, -1)}${K.secret.endsWith('0') ? '1' : '0'}`],
    ['with our form, made by somebody else for a key that is there', forged],
    ['of nobody', ''],
  ])('calls false what we have not made, and costs the table nothing but its count: %s', async (_, token) => {
    const items = holdKeys({}, K);
    expect(labelsOf(await report([{ token }]))).toEqual(['false_positive']);
    expect(wholeRequests()).toEqual(['UpdateItem LEAKS#198.51.100.9 2026-06-01T12:00:00.000Z']);
    expect([told(items), audited(items)]).toEqual([[], []]);
  });

  it('is the same whether the key is in force, revoked, deleted or has another secret', async () => {
    const states = [[K], [another('K', { revokedAt: iso(-1) })], [], [another('K', { secretSha256: 'ab'.repeat(32) })]];
    const answered = [];
    for (const others of states) {
      holdKeys({}, ...others);
      answered.push(await report([{ token: K.secret, type: 't' }]));
    }
    for (const answer of answered) expect(answer).toEqual(answered[0]);
  });

  it('and whatever is logged or stored have no secret', async () => {
    const items = holdKeys({}, K);
    const { json } = await report([{ token: K.secret, type: 't', url: URL }]);
    await report(`[{"token":"${K.secret}",}]`);
    await report([{ token: K.secret, type: 7 }]);
    expect(JSON.stringify([json, [...items.values()], log.mock.calls])).not.toContain(K.secret);
  });
});

describe('a report', () => {
  it.each([
    ['{', 400],
    ['{}', 400],
    ['[]', 422],
    ['[{}]', 422],
    ['[7]', 422],
    [JSON.stringify(Array.from({ length: 2001 }, () => ({ token: '' }))), 422],
  ])('that is none is refused: %s', async (body, status) => {
    holdKeys({}, K);
    expect((await report(body)).status).toBe(status);
    expect(wholeRequests()).toEqual([]);
  });

  it('is possible thirty times a minute from one address, and from others still', async () => {
    const items = holdKeys({}, K);
    for (let times = 0; times < LEAK_REPORTS.limit; times += 1) expect((await report([{ token: 'x' }])).status).toBe(200);
    const refused = await report([{ token: K.secret }]);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(told(items)).toEqual([]);
    expect((await report([{ token: 'x' }], {}, '198.51.100.10')).status).toBe(200);
    // One IPv6 customer usually has a whole /64.
    const status = async (times: number) => (await report([{ token: 'x' }], {}, `2001:db8::${times}`)).status;
    for (let times = 0; times < LEAK_REPORTS.limit; times += 1) expect(await status(times)).toBe(200);
    expect(await status(LEAK_REPORTS.limit)).toBe(429);
    expect(labelsOf(await signed([{ token: K.secret }]))).toEqual(['true_positive']);
  });

  it('with a signature of GitHub that does not fit ends nothing', async () => {
    const items = holdKeys({}, K);
    const signature = sign('sha256', Buffer.from('[]'), privateKey).toString('base64');
    for (const one of [signature, 'AAAA', '']) {
      const headers = { 'github-public-key-identifier': 'known', 'github-public-key-signature': one };
      expect((await report([{ token: K.secret }], headers)).status).toBe(400);
    }
    expect([told(items), await isLetIn(K.secret)]).toEqual([[], true]);
  });

  it('with a key of GitHub that cannot be read is taken as that of a holder: the secret ends all the same', async () => {
    const items = holdKeys({}, K);
    expect((await signed([{ token: K.secret, url: URL }], 'unknown')).status).toBe(200);
    expect(told(items)[0].data.leak).toMatchObject({ reporter: 'holder', url: URL });
  });
});

describe('the keys of GitHub', () => {
  const answer = { public_keys: [{ key_identifier: 'a', key: 'PEM' }] };

  it('are asked for when one is named that is not known, and at most every ten minutes', async () => {
    let now = 0;
    const get = vi.fn(async () => Response.json(answer));
    const keyOf = githubKeyReader(() => new Date(now), get as typeof fetch);
    expect([await keyOf('a'), await keyOf('a'), await keyOf('b'), await keyOf('b')]).toEqual([
      'PEM',
      'PEM',
      undefined,
      undefined,
    ]);
    expect(get).toHaveBeenCalledTimes(1);
    now = 11 * 60_000;
    await keyOf('b');
    await keyOf('a');
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('that were read hold while GitHub is down or answers something else', async () => {
    let now = 0;
    const answers = [() => Response.json(answer), () => new Response('<html>'), () => expect.fail('down')];
    const keyOf = githubKeyReader(() => new Date(now), (async () => answers.shift()?.()) as typeof fetch);
    for (const _ of [1, 2, 3]) {
      expect(await keyOf('a')).toBe('PEM');
      now += 11 * 60_000;
      await keyOf('b');
    }
  });
});
