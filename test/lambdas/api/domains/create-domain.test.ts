import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import { assertWithinAwsLimits } from '../../../aws-limits.ts';
import { aDomain, iso } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { DOMAIN_ID, dynamo, itemOf, itemsUnder, limitsItem, serverItem, tableHolds } from '../api-caller.ts';
import { claimItem, claimKey, domainsApi, HOSTNAME, places, unproven } from './a-creation.ts';

const valid = { url: HOSTNAME, server_id: 1 };
const { call } = domainsApi();
const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
let items: ReturnType<typeof tableHolds>;

beforeEach(() => {
  items = tableHolds(...places);
});

afterEach(() => {
  for (const { args } of dynamo.calls()) assertWithinAwsLimits(args[0]);
});

describe('201: a created domain', () => {
  it('is returned in full, with the record to publish', async () => {
    const { status, json, headers } = await call({ body: { ...valid, metadata: { plan: 'pro' } } });
    expect(status).toBe(201);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'req_1' });
    expect(json).toMatchObject({
      id: DOMAIN_ID,
      url: HOSTNAME,
      dns_status: 'pending',
      ssl_status: 'pending',
      server_id: 1,
      send_notifications: true,
      metadata: { plan: 'pro' },
      cname_target: 'abcdefghijklmnop.cname.service.net',
      dns_records: [
        { type: 'CNAME', name: HOSTNAME, host: 'shop', value: 'abcdefghijklmnop.cname.service.net', state: 'missing' },
      ],
      diagnosis: { code: 'server_not_connected' },
      error: { code: 'cname_not_found', details: { expected_target: 'abcdefghijklmnop.cname.service.net' } },
    });
    expect(json).not.toHaveProperty('warnings');
    expect(json.diagnosis).not.toHaveProperty('reason');
    expect(json).not.toHaveProperty('renews_on');
  });

  it('is written with its claim, timeline, audit record, event and execution in one transaction', async () => {
    await call({ body: valid });
    expect(items.get(claimKey)).toMatchObject({
      organizationId: 'org_A',
      domainId: DOMAIN_ID,
      state: 'held',
      holdsUntil: iso(86_400_000),
    });
    expect(items.get(rowKey)).toMatchObject({ phase: 'awaiting-dns', execution: { attempt: 1 }, dnsDeadlineAt: iso(86_400_000) });
    expect(itemsUnder(items, `DOMAIN#${DOMAIN_ID}`)).toHaveLength(2);
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([
      { kind: 'event', event: 'domain.created' },
      { kind: 'execution', domainId: DOMAIN_ID, attempt: 1, step: 'check-dns' },
    ]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'domain.created', actor: { type: 'api_key' }, after: { url: HOSTNAME, server_id: 1 } },
    ]);
  });

  it('has its canonical hostname', async () => {
    const { json } = await call({ body: { ...valid, url: 'Bücher.Customer.COM.' } });
    expect(json).toMatchObject({ url: 'xn--bcher-kva.customer.com', url_unicode: 'bücher.customer.com' });
  });

  it('creates its server in the same transaction, at a server number not seen before', async () => {
    const { json } = await call({ body: { ...valid, server_id: 7 } });
    expect(json).toMatchObject({ server_id: 7, cname_target: 'newlabel.cname.service.net' });
    expect(items.get('LABEL#newlabel|LABEL')).toMatchObject({ organizationId: 'org_A', serverId: 7 });
  });

  it('warns of a server number not seen before, which may be a typo', async () => {
    const { json } = await call({ body: { ...valid, server_id: 7 } });
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json.warnings).toEqual([{ code: 'server_created', message: expect.stringContaining('There was no server 7') }]);
    expect(json.diagnosis).toMatchObject({ code: 'server_not_connected', reason: 'server_created' });
    expect(json.diagnosis.summary).toContain('The server did not exist before');
  });
});

describe('a domain that is to be validated by DNS', () => {
  const byDns = { ...valid, validation: 'dns' };
  const zoned = domainsApi({}, { settings: { ...settings, validationZone: 'validation.service.net' } });

  it('is created with a record of its own before that of its traffic, the same after it was deleted', async () => {
    const create = zoned.call;
    const { status, json } = await create({ body: byDns });
    expect([status, json.validation]).toEqual([201, 'dns']);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json.dns_records).toMatchObject([
      {
        type: 'CNAME',
        purpose: 'validation',
        name: `_acme-challenge.${HOSTNAME}`,
        host: '_acme-challenge.shop',
        value: expect.stringMatching(/^[a-z2-7]{26}\.validation\.service\.net$/),
        state: 'missing',
      },
      { purpose: 'routing', name: HOSTNAME },
    ]);
    items = tableHolds(...places);
    expect((await create({ body: byDns })).json.dns_records).toEqual(json.dns_records);
    items = tableHolds(...places);
    const other = await create({ body: { ...byDns, url: 'other.customer.com' } });
    expect(other.json.dns_records[0].value).not.toBe(json.dns_records[0].value);
  });

  it('is told the record that stands where the stage says so, with a label of its own', async () => {
    const standing = domainsApi(
      {},
      { settings: { ...settings, validationZone: 'validation.service.net', validationRecord: 'validation-persist' } },
    );
    const [usual] = (await zoned.call({ body: byDns })).json.dns_records;
    items = tableHolds(...places);
    const [record] = (await standing.call({ body: byDns })).json.dns_records;
    const named = { name: `_validation-persist.${HOSTNAME}`, host: '_validation-persist.shop' };
    expect(record).toEqual({ ...usual, ...named, value: expect.stringMatching(/^[a-z2-7]{26}\.validation\.service\.net$/) });
    expect(record.value).not.toBe(usual.value);
  });

  it('is refused without a validation zone, with what to do', async () => {
    const { status, json } = await call({ body: byDns });
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect([status, json.error.details.errors]).toEqual([
      422,
      { validation: [expect.stringContaining('settings.validationZone')] },
    ]);
    expect(items.has(rowKey)).toBe(false);
  });

  it.each([[null], [true], ['tls'], ['DNS']])('is refused with %o', async (validation) => {
    const { status, json } = await zoned.call({ body: { ...valid, validation } });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['validation']]);
  });
});

describe('422: a hostname that is taken', () => {
  it("a hostname that is the caller's own already is refused with its domain's id, without a check of DNS", async () => {
    items = tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: 77, ...unproven }));
    const { call, asked } = domainsApi();
    const { status, json } = await call({ body: valid });
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect(json.error.details).toEqual({
      errors: { url: [expect.stringContaining('details.existing_domain_id')] },
      existing_domain_id: 77,
    });
    expect(asked).toEqual([]);
  });
});

describe('422: a quota that is used up', () => {
  it('of servers is kept by domains that are created at once, each at a new server number', async () => {
    items = tableHolds(limitsItem({ servers: 2 }), ...places);
    let id = DOMAIN_ID;
    const { call: atOnce } = domainsApi({}, { newResourceId: () => id++, newLabel: () => `label${id++}` });
    const answered = await Promise.all(
      Array.from({ length: 10 }, (_, n) => atOnce({ body: { url: `shop-${n}.customer.com`, server_id: 10 + n } })),
    );
    const made = [...items.keys()].filter((key) => key.includes('|SERVER#')).length;
    expect(made).toBe(2);
    const refused = answered.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(9);
    expect(refused[0]?.json.error.details).toEqual({ resource: 'servers', limit: 2, used: 2 });
  });

  it('is reported only where no field is wrong', async () => {
    tableHolds(limitsItem({ domains: 0 }), ...places);
    expect((await call({ body: { url: HOSTNAME } })).json.error.code).toBe('validation_error');
  });
});

describe('422: a server that is not registered', () => {
  it('is refused where the deployment requires registration', async () => {
    const { call } = domainsApi({}, { settings: { ...settings, serverIds: 'registered' } });
    const { status, json } = await call({ body: { ...valid, server_id: 7 } });
    expect([status, json.error.details.errors]).toEqual([422, { server_id: ['is not a server of this organization'] }]);
  });
});

describe('a lost race', () => {
  it("over a new domain's id is decided again, with another id", async () => {
    items = tableHolds(...places, itemOf(aDomain('active', { url: 'other.customer.com' })));
    let id = DOMAIN_ID;
    const { call } = domainsApi({}, { newResourceId: () => id++ });
    const { status, json } = await call({ body: valid });
    expect([status, json.id]).toEqual([201, DOMAIN_ID + 1]);
    expect(items.get(claimKey)).toMatchObject({ domainId: DOMAIN_ID + 1 });
  });

  it('over a new server ends with the server that exists', async () => {
    const newLabel = () => {
      items.set('ORG#org_A|SERVER#0000000000000007', serverItem(7, 'theirs'));
      return 'newlabel';
    };
    const { call } = domainsApi({}, { newLabel });
    const { status, json } = await call({ body: { ...valid, server_id: 7 } });
    expect([status, json.cname_target]).toEqual([201, 'theirs.cname.service.net']);
  });

  it('that repeats for a new domain is 503 with Retry-After, not a 500', async () => {
    items = tableHolds(...places, itemOf(aDomain('active', { url: 'other.customer.com' })));
    const { status, json, headers } = await call({ body: valid });
    expect([status, json.error.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    expect(items.has(claimKey)).toBe(false);
  });
});

describe('422: wrong fields', () => {
  it.each([
    ['url missing', { server_id: 1 }, { url: ['is required'] }],
    ['url a number', { url: 5, server_id: 1 }, { url: ['must be a string'] }],
    ['url null', { url: null, server_id: 1 }, { url: ['must be a string'] }],
    ['server_id missing', { url: valid.url }, { server_id: ['is required'] }],
    ['server_id text', { ...valid, server_id: '1' }, { server_id: ['must be an integer, without quotes'] }],
    ['server_id a fraction', { ...valid, server_id: 1.5 }, { server_id: [expect.any(String)] }],
    ['server_id zero', { ...valid, server_id: 0 }, { server_id: ['must be 1 or more'] }],
    ['server_id negative', { ...valid, server_id: -1 }, { server_id: ['must be 1 or more'] }],
    ['server_id 2^53', { ...valid, server_id: 2 ** 53 }, { server_id: [expect.any(String)] }],
    ['server_id null', { ...valid, server_id: null }, { server_id: ['must be an integer'] }],
    ['server_id a boolean', { ...valid, server_id: true }, { server_id: ['must be an integer'] }],
    ['send_notifications 1', { ...valid, send_notifications: 1 }, { send_notifications: ['must be a boolean'] }],
    ['send_notifications null', { ...valid, send_notifications: null }, { send_notifications: ['must be a boolean'] }],
    ['metadata an array', { ...valid, metadata: [] }, { metadata: ['must be an object'] }],
    ['metadata of a number', { ...valid, metadata: { plan: 1 } }, { 'metadata.plan': ['must be a string'] }],
    ['metadata too long', { ...valid, metadata: { plan: 'x'.repeat(501) } }, { 'metadata.plan': [expect.any(String)] }],
    [
      'metadata of 21 keys',
      { ...valid, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])) },
      { metadata: [expect.any(String)] },
    ],
    [
      'a metadata key of 41 characters',
      { ...valid, metadata: { ['k'.repeat(41)]: 'v' } },
      { [`metadata.${'k'.repeat(41)}`]: ['a key may have 40 characters'] },
    ],
    ['an empty metadata key', { ...valid, metadata: { '': 'v' } }, { 'metadata.': ['a key needs at least one character'] }],
    [
      'half a surrogate pair',
      '{"url":"shop.customer.com","server_id":1,"metadata":{"k":"\\ud800"}}',
      { 'metadata.k': ['must be well-formed Unicode'] },
    ],
    ['an unknown field', { ...valid, colour: 'red' }, { colour: ['is not a known field'] }],
    [
      'a prototype in disguise',
      '{"url":"shop.customer.com","server_id":1,"__proto__":{"a":1}}',
      { ['__proto__']: ['is not a known field'] },
    ],
    ['an apex', { ...valid, url: 'customer.com' }, { url: [expect.stringContaining('apex')] }],
  ])('are refused by name: %s', async (_, body, errors) => {
    const { status, json } = await call({ body });
    expect(status).toBe(422);
    expect(json.error.code).toBe('validation_error');
    expect(Object.entries(json.error.details.errors)).toEqual(Object.entries(errors));
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(0);
  });

  it('are all named at once', async () => {
    const { json } = await call({ body: { url: 'customer.com', server_id: 'x', colour: 1 } });
    expect(Object.keys(json.error.details.errors).sort()).toEqual(['colour', 'server_id', 'url']);
  });

  it('a server_id of 1.0 is an integer, as JSON has it', async () => {
    expect((await call({ body: '{"url":"shop.customer.com","server_id":1.0}' })).status).toBe(201);
  });
});

describe('400: a body that cannot be read', () => {
  const deep = `{"metadata":${'['.repeat(33)}${']'.repeat(33)}}`;
  it.each([
    ['empty', ''],
    ['absent', undefined],
    ['too deep', deep],
    ['one byte over 256 KiB', `{"url":"${'x'.repeat(256 * 1024 - 9)}"}`],
  ])('is refused: %s', async (_, body) => {
    const { status, json } = await call({ body, headers: { 'content-type': 'application/json' } });
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('is refused with %s', async (_, headers) => {
    expect((await call({ body: valid, headers })).status).toBe(400);
  });

  it('a body of createDomain of invalid UTF-8 is refused', async () => {
    const body = Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]).toString('base64');
    expect((await call({ body, base64: true })).status).toBe(400);
  });

  it('a body of createDomain of invalid UTF-8 is refused also where API Gateway has made it readable', async () => {
    const body = '{"url":"\uFFFD.customer.com","server_id":1}';
    const sent = Buffer.byteLength(body) - 2; // the invalid byte was one byte, U+FFFD is three
    expect((await call({ body, headers: { 'content-length': String(sent) } })).status).toBe(400);
    expect((await call({ body, headers: { 'content-length': String(sent + 2) } })).status).toBe(422);
  });

  it('of duplicate keys in a body the last counts', async () => {
    const { json } = await call({
      body: '{"url":"a.customer.com","url":"b.customer.com","server_id":1}',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    });
    expect(json.url).toBe('b.customer.com');
  });
});
