import { describe, expect, it } from 'vitest';
import { createClient } from '../../../client/typescript/create-client.ts';

const KEY = { apiKeyId: 'cps_pk_test_id', apiKey: 'sk_test_secret' };

/** A client, and the requests that it has sent. */
function recorded(baseUrl: string, status = 200, body: unknown = {}) {
  const sent: Request[] = [];
  const client = createClient({
    baseUrl,
    ...KEY,
    fetch: async (request) => {
      sent.push(request);
      return Response.json(body, { status });
    },
  });
  return { client, sent };
}

describe('the client', () => {
  it.each(['https://api.test/api', 'https://api.test/api/'])(
    'sends requests below %s with both headers of the key',
    async (baseUrl) => {
      const { client, sent } = recorded(baseUrl);
      await client.GET('/api/domains/{id}', { params: { path: { id: 7 } } });
      expect(sent[0]?.url).toBe('https://api.test/api/domains/7');
      expect(sent[0]?.headers.get('x-api-key-id')).toBe(KEY.apiKeyId);
      expect(sent[0]?.headers.get('x-api-key')).toBe(KEY.apiKey);
    },
  );

  it('keeps a path in front of /api', async () => {
    const { client, sent } = recorded('https://example.test/certificates/api');
    await client.GET('/api/organization');
    expect(sent[0]?.url).toBe('https://example.test/certificates/api/organization');
  });

  it('refuses a base address that does not end in /api, where every call would be a 404', () => {
    expect(() => createClient({ baseUrl: 'https://api.test', ...KEY })).toThrow('/api');
  });

  it('gives every POST an Idempotency-Key of its own, and no other method', async () => {
    const { client, sent } = recorded('https://api.test/api');
    const body = { url: 'shop.customer.test', server_id: 1 };
    await client.POST('/api/domains', { body });
    await client.POST('/api/domains', { body });
    await client.GET('/api/domains');
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(second).not.toBe(first);
    expect(third).toBeNull();
  });

  it("leaves the caller's Idempotency-Key as it is", async () => {
    const { client, sent } = recorded('https://api.test/api');
    const params = { header: { 'Idempotency-Key': 'order-4711' } };
    await client.POST('/api/domains', { body: { url: 'shop.customer.test', server_id: 1 }, params });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-4711');
  });

  it('returns an error of the API as a value', async () => {
    const error = { code: 'resource_not_found', message: 'There is no such domain.', details: { domain_id: 7 } };
    const { client } = recorded('https://api.test/api', 404, { error });
    const answer = await client.GET('/api/domains/{id}', { params: { path: { id: 7 } } });
    expect(answer.response.status).toBe(404);
    expect(answer.data).toBeUndefined();
    expect(answer.error?.error).toEqual(error);
  });
});
