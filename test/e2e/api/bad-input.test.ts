import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { type Answer, api, connection, newHostname } from '../cloud.ts';
import { admin, expireKey, newKey, newOrganizationKey } from '../operator.ts';

interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}
const refused = (method: string, path: string, ask?: Parameters<typeof api>[2]): Promise<Answer<Refusal>> =>
  api<Refusal>(method, path, ask);
const valid = () => ({ url: newHostname('input'), server_id: 1 });

const KIB_256 = 256 * 1024;
const bytesOf = (text: string, bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text));
const nested = (depth: number) => `{"metadata":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

async function expectCreated(body: unknown, headers: Record<string, string> = {}): Promise<DomainResource> {
  const answer = await api('POST', '/domains', { body, headers });
  expect(answer).toMatchObject({ status: 201 });
  await api('DELETE', `/domains/${answer.body.id}`);
  return answer.body;
}

describe('a body over real HTTP', () => {
  it.each<[string, Parameters<typeof api>[2]]>([
    ['not JSON', { body: '{' }],
    ['an array', { body: '[]' }],
    ['null', { body: 'null' }],
    ['absent', { headers: { 'content-type': 'application/json' } }],
    ['empty', { body: '', headers: { 'content-type': 'application/json' } }],
    ['white space', { body: ' \n ' }],
    ['invalid UTF-8', { body: Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff]), Buffer.from('"}')]) }],
    ['UTF-16', { body: Buffer.from('{"server_id":1}', 'utf16le') }],
    ['gzip', { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }],
    ['gzip that does not say so', { body: gzipSync('{}') }],
    ['a form', { body: 'url=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['text', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    ['JSON in Latin-1', { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }],
    ['256 KiB and a byte', { body: bytesOf('{}', KIB_256 + 1) }],
    ['33 levels', { body: nested(33) }],
    ['100,000 levels', { body: nested(100_000) }],
  ])('is refused: %s', async (_, ask) => {
    const answer = await refused('POST', '/domains', ask);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', message: expect.any(String) } } });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('may be nested 32 levels deep: then it is wrong as any other', async () => {
    const answer = await refused('POST', '/domains', { body: nested(32) });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { errors: { metadata: ['must be an object'] } } } } });
  });

  it('may have 256 KiB', async () => {
    await expectCreated(bytesOf(JSON.stringify(valid()), KIB_256));
  });

  it('may say that it is UTF-8', async () => {
    await expectCreated(valid(), { 'content-type': 'application/json; charset=utf-8' });
  });

  it('with two members of one name has the last', async () => {
    const { url } = valid();
    const body = `{"url":1,"server_id":"x","url":${JSON.stringify(url)},"server_id":1}`;
    expect(await expectCreated(body)).toMatchObject({ url, server_id: 1 });
  });

  it('of 100,000 wrong values is refused, and does not overload the service', async () => {
    const body = `{"url":"https://hooks.customer.test","events":[${'0,'.repeat(100_000)}0]}`;
    const answer = await refused('POST', '/webhooks', { body });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
  });
});

describe('an address over real HTTP', () => {
  it.each(['/domains/%00', '/servers/%F0%9F%92%A9', '/domains/1/2', '/domains/', '/organization/', '/domains/bulk/', '/nothing'])(
    'does not exist at %s',
    async (path) => {
      const answer = await refused('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_not_found' } } });
      expect(answer.body.error).not.toHaveProperty('details');
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  // Not OPTIONS: the emulator answers it with 403, but API Gateway forwards it, see
  // test/lambdas/api/properties/any-path-and-query.test.ts.
  describe.each(['PUT', 'HEAD'])('%s', (method) => {
    it.each([
      ['/domains', 'GET, POST'],
      ['/domains/bulk', 'POST'],
      ['/domains/1', 'GET, PATCH, DELETE'],
      ['/domains/1/check', 'POST'],
      ['/organization', 'GET'],
      ['/servers/1/enrollments', 'POST, GET'],
      ['/servers/1/enrollments/mch_1', 'DELETE'],
    ])('is not allowed at %s', async (path, allowed) => {
      const answer = await refused(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      if (method !== 'HEAD') expect(answer.body.error.code).toBe('method_not_allowed');
    });
  });

  it('does not exist outside the API', async () => {
    const answer = await fetch(`${connection.site_url}/nowhere`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'resource_not_found' } });
  });
});

describe('keys', () => {
  it('that are missing, wrong, revoked or expired get a 401 over real HTTP', async () => {
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

  it('without the permission get 403 over real HTTP, which names it', async () => {
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

  it('of another organization is answered with the record that would prove it, and no more', async () => {
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

  it('a domain of another organization cannot be read', async () => {
    const { body: mine } = await api('POST', '/domains', { body: valid() });
    const answer = await refused('GET', `/domains/${mine.id}`, { key: await newOrganizationKey('domains.read') });
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_not_found', details: { domain_id: mine.id } } },
    });
  });
});
