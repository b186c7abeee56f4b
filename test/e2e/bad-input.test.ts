import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, api, connection, newHostname } from './cloud.ts';
import { admin, expireKey, newKey, newOrganizationKey } from './operator.ts';

interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}
const refused = (method: string, path: string, ask?: Parameters<typeof api>[2]): Promise<Answer<Refusal>> =>
  api<Refusal>(method, path, ask);
const valid = () => ({ url: newHostname('input'), server_id: 1 });

describe('what is refused over real HTTP', () => {
  it.each([
    ['not JSON', 400, { body: '{' }],
    ['an array', 400, { body: '[]' }],
    ['empty', 400, { body: '', headers: { 'content-type': 'application/json' } }],
    ['invalid UTF-8', 400, { body: Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff]), Buffer.from('"}')]) }],
    ['gzip', 400, { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }],
    ['a form', 400, { body: 'url=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['257 KiB', 400, { body: `{"url":"${'x'.repeat(257 * 1024)}"}` }],
    ['nested', 400, { body: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }],
    ['an apex', 422, { body: { url: 'customer.test', server_id: 1 } }],
    ['our own name', 422, { body: { url: connection.cname_target, server_id: 1 } }],
    ['null bytes', 422, { body: { url: 'a\u0000b.customer.test', server_id: 1 } }],
  ])('a body: %s', async (_, status, ask) => {
    const answer = await refused('POST', '/domains', ask);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({
      code: status === 400 ? 'invalid_request' : 'validation_error',
      message: expect.any(String),
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it.each(['/domains/0', '/domains/abc', '/domains/%00', '/domains/1/2', '/domains/', '/nothing', '/domains/9007199254740993'])(
    'a path: %s',
    async (path) => {
      const answer = await refused('GET', path);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('resource_not_found');
    },
  );

  it.each(['PUT', 'DELETE', 'PATCH'])('a method: %s', async (method) => {
    const answer = await refused(method, '/domains');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('an address outside the API', async () => {
    const answer = await fetch(`${connection.site_url}/nowhere`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'resource_not_found' } });
  });
});

describe('keys', () => {
  it('that are missing, wrong, revoked or expired get the same 401', async () => {
    const revoked = await newKey('domains.read');
    await admin('revoke-key', '--key', revoked.api_key_id);
    const expired = await newKey('domains.read');
    await expireKey(expired);
    const keys = [
      { api_key_id: '', api_key: '' },
      { api_key_id: connection.api_key_id, api_key: connection.api_key.slice(0, -1) },
      revoked,
      expired,
    ];
    for (const key of keys) {
      const answer = await refused('GET', '/domains/1', { key });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    }
  });

  it('without the permission get 403, saying which it is', async () => {
    const answer = await refused('POST', '/domains', { key: await newKey('domains.read'), body: valid() });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { details: { required_permission: 'domains.write', api_key_permissions: ['domains.read'] } } },
    });
  });
});

describe('one hostname', () => {
  it('created ten times at once is created once', async () => {
    const body = valid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api('POST', '/domains', { body })));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201) as unknown as Answer<Refusal>[];
    for (const other of others) {
      expect(other).toMatchObject({
        status: 422,
        body: { error: { code: 'validation_error', details: { existing_domain_id: created[0]?.body.id } } },
      });
    }
  });

  it("of another organization is answered with the record that would prove it one's own, and no more", async () => {
    const body = valid();
    await api('POST', '/domains', { body });
    const key = await newOrganizationKey('domains.read,domains.write');
    const answer = await refused('POST', '/domains', { key, body });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { details: { claim: { type: 'TXT', name: `_cps-claim.${body.url}` } } } },
    });
    expect(JSON.stringify(answer.body)).not.toContain(connection.organization_id);
  });

  it('of another organization cannot be read', async () => {
    const { body: mine } = await api('POST', '/domains', { body: valid() });
    const answer = await refused('GET', `/domains/${mine.id}`, { key: await newOrganizationKey('domains.read') });
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_not_found', details: { domain_id: mine.id } } },
    });
  });
});
