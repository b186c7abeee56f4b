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
const x = (count: number) => 'x'.repeat(count);
/** A hostname of so many characters that ends in the given one. */
const ofLength = (length: number, end: string) => {
  const labels = Array.from({ length: Math.ceil(length / 50) }, () => x(49)).join('.');
  return `${labels.slice(-(length - end.length - 1)).replace(/^\./, 'x')}.${end}`;
};
const elsewhere = (own: string, suffix: string) => own.replace('customer.test', suffix);

async function expectCreated(body: unknown, headers: Record<string, string> = {}): Promise<DomainResource> {
  const answer = await api('POST', '/domains', { body, headers });
  expect(answer).toMatchObject({ status: 201 });
  await api('DELETE', `/domains/${answer.body.id}`);
  return answer.body;
}

describe('a hostname over real HTTP', () => {
  it.each<[string, (own: string) => string, (own: string) => string]>([
    ['IDN', (own) => `münchen.${own}`, (own) => `xn--mnchen-3ya.${own}`],
    ['IDN of mixed scripts', (own) => `аpple.${own}`, (own) => `xn--pple-43d.${own}`],
    ['punycode', (own) => `XN--mnchen-3ya.${own}`, (own) => `xn--mnchen-3ya.${own}`],
    ['an emoji', (own) => `💩.${own}`, (own) => `xn--ls8h.${own}`],
    ['a trailing dot', (own) => `${own}.`, (own) => own],
    ['upper case', (own) => own.toUpperCase(), (own) => own],
    ['a label of 63 characters', (own) => `${x(63)}.${own}`, (own) => `${x(63)}.${own}`],
    ['253 characters', (own) => ofLength(253, own), (own) => ofLength(253, own)],
    ['under co.uk', (own) => elsewhere(own, 'customer.co.uk'), (own) => elsewhere(own, 'customer.co.uk')],
    ['under github.io', (own) => elsewhere(own, 'customer.github.io'), (own) => elsewhere(own, 'customer.github.io')],
    ['under example.com', (own) => elsewhere(own, 'example.com'), (own) => elsewhere(own, 'example.com')],
  ])('is accepted: %s', async (_, sent, answered) => {
    const own = newHostname('input');
    expect((await expectCreated({ url: sent(own), server_id: 1 })).url).toBe(answered(own));
  });

  it.each<[string, unknown, string]>([
    ['a label of 64 characters', `${x(64)}.customer.test`, 'longer than 63'],
    ['254 characters', ofLength(254, 'customer.test'), 'longer than 253'],
    ['very long', x(200_000), 'longer than 253'],
    ['an apex', 'customer.test', 'apex'],
    ['an apex under co.uk', 'customer.co.uk', 'apex'],
    ['an apex under github.io', 'customer.github.io', 'apex'],
    ['example.com itself', 'example.com', 'apex'],
    ['co.uk', 'co.uk', 'public suffix'],
    ['github.io', 'github.io', 'public suffix'],
    ['our own name', connection.cname_target, 'this service itself'],
    ['a wildcard', '*.customer.test', 'wildcard'],
    ['an underscore', 'my_shop.customer.test', 'underscore'],
    ['IPv4', '192.0.2.1', 'IP address'],
    ['IPv6', '2001:db8::1', 'IP address'],
    ['IPv6 in brackets', '[2001:db8::1]', 'IP address'],
    ['a number as text', '12345', 'IP address'],
    ['a port', 'shop.customer.test:443', 'port'],
    ['a path', 'shop.customer.test/path', 'path'],
    ['credentials', 'me:secret@shop.customer.test', 'user name or password'],
    ['a scheme', 'https://shop.customer.test', 'scheme'],
    ['empty', '', 'empty'],
    ['white space', ' \t\n ', 'empty'],
    ['white space around', ' shop.customer.test ', 'white space'],
    ['white space inside', 'shop .customer.test', 'white space'],
    ['a null byte', 'a\u0000b.customer.test', 'control characters'],
    ['two dots at the end', 'shop.customer.test..', 'empty label'],
    ['no punycode', 'xn--a.customer.test', 'punycode'],
    ['an emoji with a joiner', 'a\u200db.customer.test', 'internationalized'],
    ['a number', 1, 'must be a string'],
    ['a fraction', 1.5, 'must be a string'],
    ['null', null, 'must be a string'],
    ['a boolean', true, 'must be a string'],
    ['an array', ['shop.customer.test'], 'must be a string'],
    ['an object', {}, 'must be a string'],
    ['absent', undefined, 'is required'],
  ])('is refused: %s', async (_, url, problem) => {
    const answer = await refused('POST', '/domains', { body: { url, server_id: 1 } });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error', message: expect.any(String) } } });
    expect(answer.body.error.details).toEqual({ errors: { url: expect.arrayContaining([expect.stringContaining(problem)]) } });
  });
});

describe('a server_id over real HTTP', () => {
  const withServer = (json: string) => `{"url":${JSON.stringify(newHostname('input'))},"server_id":${json}}`;

  it.each(['0', '-1', '-0', '1.5', '9007199254740992', '1e400', '"1"', '""', 'null', 'true', 'false', '[1]', '{}'])(
    'is refused: %s',
    async (json) => {
      const answer = await refused('POST', '/domains', { body: withServer(json) });
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
      expect(Object.keys(answer.body.error.details?.errors ?? {})).toEqual(['server_id']);
    },
  );

  it.each(['1', '1.0', '10e-1'])('is 1: %s', async (json) => {
    expect((await expectCreated(withServer(json))).server_id).toBe(1);
  });
});

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
  const NO_IDS = [
    '0',
    '-1',
    '1.5',
    '1.0',
    '01',
    '9007199254740992',
    '9007199254740993',
    'abc',
    'null',
    'true',
    '%00',
    '%F0%9F%92%A9',
  ];
  const byId = ['domains', 'servers', 'webhooks'].flatMap((resource) => NO_IDS.map((id) => `/${resource}/${id}`));

  it.each([...byId, '/domains/1/2', '/domains/', '/organization/', '/servers/1/', '/domains/bulk/', '/nothing'])(
    'does not exist at %s',
    async (path) => {
      const answer = await refused('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_not_found' } } });
      expect(answer.body.error).not.toHaveProperty('details');
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  // The emulator answers OPTIONS itself, with 403; API Gateway hands it on, see
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

  it.each(['DELETE', 'PATCH'])('does not allow %s where others are allowed', async (method) => {
    const answer = await refused(method, '/domains');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(answer.body.error.code).toBe('method_not_allowed');
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
