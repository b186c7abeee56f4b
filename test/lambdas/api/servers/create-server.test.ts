import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { HIGHEST_COUNTED_ID } from '../../../../lambdas/api/servers/next-id.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import {
  type ApiCall,
  COUNTED,
  dynamo,
  itemsUnder,
  KEPT,
  limitsItem,
  pair,
  tableHolds,
  wholeRequests,
  writes,
} from '../api-caller.ts';
import { conflict } from '../conflict.ts';
import { aServer, call } from './servers-api.ts';

const create = (body: unknown = {}, more: Partial<ApiCall> = {}) => call({ path: '/api/servers', body, ...more });

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds();
});

describe('201: a created server', () => {
  it('is returned in full, with what was sent', async () => {
    const { status, json } = await create({ id: 7, name: 'Frankfurt', type: 'agent', config: {}, address: ['Lb.Shop.Example.'] });
    expect(status).toBe(201);
    expect(ServerResource.parse(json)).toMatchObject({
      id: 7,
      name: 'Frankfurt',
      type: 'agent',
      address: ['lb.shop.example'],
      cname_target: expect.stringMatching(/^newlabel\d+\.cname\.service\.net$/),
      status: 'unclaimed',
    });
  });

  it('is counted from 1, is named by its number, and has its label', async () => {
    expect((await create()).json).toMatchObject({ id: 1, name: 'Server 1' });
    expect((await create()).json).toMatchObject({ id: 2, name: 'Server 2' });
    expect(itemsUnder(items, 'LABEL#')).toHaveLength(2);
  });

  it('continues after the highest number, wherever the numbers begin', async () => {
    tableHolds(aServer(3), aServer(90), aServer(12));
    expect((await create()).json.id).toBe(91);
  });

  it('is on the audit record, with who, from where, and what', async () => {
    await create({ name: 'Frankfurt' });
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'server.created',
        organizationId: 'org_A',
        resource: { type: 'server', id: '1' },
        actor: { type: 'api_key', keyId: pair.keyId, requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' },
        after: expect.objectContaining({ name: 'Frankfurt' }),
      }),
    ]);
  });

  it('leaves the counting as it was if its number is beyond those that are counted', async () => {
    tableHolds(aServer(3));
    expect((await create({ id: Number.MAX_SAFE_INTEGER })).status).toBe(201);
    expect((await create({ id: HIGHEST_COUNTED_ID + 1 })).status).toBe(201);
    expect((await create()).json.id).toBe(4);
  });

  it('has the lowest free number once the highest that is counted is in use', async () => {
    tableHolds(aServer(1), aServer(2), aServer(4), aServer(HIGHEST_COUNTED_ID));
    expect((await create()).json.id).toBe(3);
    expect((await create()).json.id).toBe(5);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'Query ORG#org_A SERVER#… SERVER#…',
      expect.stringContaining('TransactWriteItems Put ORG#org_A SERVER#…, Put LABEL#'),
      KEPT,
      ...COUNTED,
      'Query ORG#org_A SERVER#… SERVER#…',
      expect.stringContaining('TransactWriteItems Put ORG#org_A SERVER#…, Put LABEL#'),
      KEPT,
    ]);
  });

  it('has the next number when another call was faster', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(conflict()).resolves({});
    expect((await create()).status).toBe(201);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'Query ORG#org_A SERVER#… SERVER#…',
      expect.stringContaining('TransactWriteItems Put ORG#org_A SERVER#…, Put LABEL#'),
      'Query ORG#org_A SERVER#… SERVER#…',
      expect.stringContaining('TransactWriteItems Put ORG#org_A SERVER#…, Put LABEL#'),
      KEPT,
    ]);
  });
});

describe('201: a repeat with its Idempotency-Key', () => {
  it('at the same moment creates one server', async () => {
    const once = { headers: { 'idempotency-key': 'a' } };
    const answers = await Promise.all([create({ id: 5 }, once), create({ id: 5 }, once)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(itemsUnder(items, 'LABEL#')).toHaveLength(1);
  });
});

describe('422: wrong fields', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `192.0.2.${index}`);
  it.each([
    ['id 0', { id: 0 }, 'id', 'must be 1 or more'],
    ['id a fraction', { id: 1.5 }, 'id', 'must be an integer'],
    ['id text', { id: '1' }, 'id', 'must be an integer, without quotes'],
    ['id null', { id: null }, 'id', 'must be an integer'],
    ['id 2^53', { id: 2 ** 53 }, 'id', 'must be an integer'],
    ['an empty name', { name: ' ' }, 'name', 'needs at least one character that is not white space'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'may have 100 characters'],
    ['another type', { type: 'ftp' }, 'type', 'must be agent or alb or cloudfront'],
    ['an unknown field of config', { config: { role: 'x' } }, 'config.role', 'is not a known field'],
    ['address an object', { address: {} }, 'address', 'must be an array'],
    ['no address in it', { address: [] }, 'address', 'needs at least one address'],
    ['nine addresses', { address: nine }, 'address', 'may have 8 addresses'],
    [
      'two hostnames',
      { address: ['a.example.com', 'b.example.com'] },
      'address',
      'must be either one hostname or only IP addresses',
    ],
    ['a hostname beside an address', { address: ['192.0.2.1', 'b.example.com'] }, 'address', /either one hostname/],
    ['a URL', { address: ['https://a.example.com'] }, 'address[0]', /must be a hostname/],
    ['an address with a mistake', { address: ['192.0.2.1', '192.0.2.256'] }, 'address[1]', /must be a hostname/],
    ['an interface of a machine', { address: [`fe80::1%${'a'.repeat(5_000)}`] }, 'address[0]', /must be a hostname/],
    ['an IPv4 address in IPv6 form', { address: ['::ffff:c000:201'] }, 'address[0]', /IPv4 form: 192\.0\.2\.1$/],
    ['a label of the service', { address: ['x.cname.service.net'] }, 'address[0]', /own names/],
  ])('a new server is refused by name: %s', async (_, body, field, message) => {
    const { status, json } = await create(body);
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json).error.code).toBe('validation_error');
    expect(json.error.details.errors[field]).toEqual([expect.stringMatching(message)]);
    expect(writes()).toEqual([]);
  });

  it('a new server may have eight addresses of both kinds, each once', async () => {
    const address = [...Array.from({ length: 6 }, (_, index) => `192.0.2.${index}`), '2001:DB8::1', '2001:db8::1'];
    expect((await create({ address })).json.address).toEqual([...address.slice(0, 6), '2001:db8::1']);
  });

  it('a new server is refused an id that is in use', async () => {
    tableHolds(aServer(1));
    expect((await create({ id: 1 })).json.error.details.errors).toEqual({ id: ['is the id of another server'] });
  });

  it('a new server is refused an id that another call has taken at the same moment', async () => {
    const answers = await Promise.all([create({ id: 1 }), create({ id: 1 })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(itemsUnder(items, 'LABEL#')).toHaveLength(1);
  });
});

describe('422: the quota', () => {
  const countOf = () => items.get('ORG#org_A|COUNTS')?.servers;

  it.each<[string, (n: number) => object]>([
    ['with numbers that are counted', () => ({})],
    ['with numbers of their own', (n) => ({ id: 100 + n })],
  ])('of ten creations at once %s no more succeed than the quota has room for', async (_, bodyOf) => {
    items = tableHolds(limitsItem({ servers: 3 }), aServer(1));
    const answered = await Promise.all(Array.from({ length: 10 }, (_none, n) => create(bodyOf(n))));
    expect(answered.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(8).fill(422)]);
    expect(answered.find(({ status }) => status === 422)?.json.error).toMatchObject({
      code: 'quota_exceeded',
      details: { resource: 'servers', limit: 3, used: 3 },
    });
    expect([...items.keys()].filter((key) => key.includes('|SERVER#'))).toHaveLength(3);
  });

  it('of ten creations at once with one number one succeeds, and it alone is counted', async () => {
    const answered = await Promise.all(Array.from({ length: 10 }, () => create({ id: 7 })));
    expect(answered.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(countOf()).toBe(1);
  });

  it('a server that is deleted makes room for one', async () => {
    items = tableHolds(limitsItem({ servers: 1 }));
    expect((await create()).status).toBe(201);
    expect((await call({ method: 'DELETE', path: '/api/servers/1' })).status).toBe(200);
    expect(countOf()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  it('counts the servers that are left where one was deleted that is older than the counter', async () => {
    items = tableHolds(limitsItem({ servers: 2 }), aServer(1), aServer(2), aServer(3));
    expect((await call({ method: 'DELETE', path: '/api/servers/1' })).status).toBe(200);
    expect(countOf()).toBeUndefined();
    expect((await create()).status).toBe(422);
  });
});
