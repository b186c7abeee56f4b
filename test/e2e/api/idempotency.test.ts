import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { api, createDomain, newHostname, newReceiverHost } from '../cloud.ts';
import { newOrganization } from '../operator.ts';

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const replayed = (headers: Headers) => headers.get('idempotency-replayed');
const post = (path: string, body: unknown, key: string) =>
  api<{ id: number; error?: { code: string } }>('POST', path, { body, ...withKey(key) });

describe('an Idempotency-Key', () => {
  it('gets the same answer for the same request, and the work is done once', async () => {
    const body = { url: newHostname('once'), server_id: 1 };
    const key = randomUUID();
    const first = await post('/domains', body, key);
    const second = await post('/domains', body, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([replayed(first.headers), replayed(second.headers)]).toEqual([null, 'true']);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('keeps a refusal too', async () => {
    const { url } = await createDomain(newHostname('taken'));
    const key = randomUUID();
    const first = await post('/domains', { url, server_id: 1 }, key);
    const second = await post('/domains', { url, server_id: 1 }, key);
    expect([first.status, second.status, replayed(second.headers)]).toEqual([422, 422, 'true']);
    expect(second.body).toEqual(first.body);
  });

  it('is refused for another request', async () => {
    const key = randomUUID();
    await post('/domains', { url: newHostname('first'), server_id: 1 }, key);
    const other = await post('/domains', { url: newHostname('second'), server_id: 1 }, key);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
  });

  it.each(['', 'x'.repeat(256), 'h\u00e4'])('that is malformed is refused: %j', async (key) => {
    const answer = await post('/domains', { url: newHostname('none'), server_id: 1 }, key);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });

  it('makes the domains of a bulk request once', async () => {
    const body = { domains: Array.from({ length: 10 }, () => ({ url: newHostname('bulk'), server_id: 1 })) };
    const key = randomUUID();
    const [first, second] = [await post('/domains/bulk', body, key), await post('/domains/bulk', body, key)];
    expect([first.status, second.status, replayed(second.headers)]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
  });

  it('repeats the secret of a webhook that is shown once', async () => {
    const key = randomUUID();
    const body = { url: `https://${await newReceiverHost()}/x`, events: ['*'] };
    // Its own organization: a webhook of the shared one would receive the events of all other tests.
    const { key: integrator } = await newOrganization('domains.read,webhooks.write');
    const first = await api<{ secret: string }>('POST', '/webhooks', { body, key: integrator, ...withKey(key) });
    const second = await api<{ secret: string }>('POST', '/webhooks', { body, key: integrator, ...withKey(key) });
    expect(first.body.secret).toMatch(/^whsec_/);
    expect(second.body).toEqual(first.body);
  });
});
