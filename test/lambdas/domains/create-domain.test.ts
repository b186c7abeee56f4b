import { TransactionCanceledException, type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertWithinAwsLimits } from '../../aws-limits.ts';
import { call, DOMAIN_ID, dynamo, keyItem, log, serverItem, tableHolds } from './api-caller.ts';

const valid = { url: 'shop.customer.com', server_id: 1 };

beforeEach(() => {
  log.mockReset();
  tableHolds({ ...keyItem(), ...serverItem });
  dynamo.on(TransactWriteItemsCommand).resolves({});
});

afterEach(() => {
  for (const { args } of dynamo.calls()) assertWithinAwsLimits(args[0]);
});

function written() {
  const writes: TransactWriteItem[] = dynamo.commandCalls(TransactWriteItemsCommand)[0]?.args[0].input.TransactItems ?? [];
  return writes.map(({ Put }) => unmarshall(Put?.Item ?? {}));
}

/** The transaction meets a condition that fails at this position, with this item there. */
function transactionMeets(position: number, found?: object) {
  const reasons = Array.from({ length: 5 }, (_, index) =>
    index === position ? { Code: 'ConditionalCheckFailed', ...(found && { Item: marshall(found) }) } : { Code: 'None' },
  );
  return new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons: reasons });
}

describe('201: a created domain', () => {
  it('is answered in full, with the record to publish', async () => {
    const { status, json, headers } = await call({ body: { ...valid, metadata: { plan: 'pro' } } });
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'req_1' });
    expect(json).toMatchObject({
      id: DOMAIN_ID,
      url: 'shop.customer.com',
      dns_status: 'pending',
      ssl_status: 'pending',
      server_id: 1,
      send_notifications: true,
      metadata: { plan: 'pro' },
      cname_target: 'abcdefghijklmnop.cname.service.net',
      dns_records: [
        { type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: 'abcdefghijklmnop.cname.service.net', state: 'missing' },
      ],
      diagnosis: { code: 'server_not_connected' },
    });
    expect(json).not.toHaveProperty('error');
    expect(json).not.toHaveProperty('renews_on');
  });

  it('takes three requests to the table, the last a transaction of claim, row, timeline and outbox', async () => {
    await call({ body: valid });
    expect(dynamo.calls()).toHaveLength(3);
    expect(written().map(({ pk }) => String(pk).split('#')[0])).toEqual(['HOST', 'DOMAIN', 'DOMAIN', 'OUTBOX', 'OUTBOX']);
    expect(written()[4]).toMatchObject({ kind: 'execution', domainId: DOMAIN_ID, attempt: 1, step: 'check-dns' });
  });

  it('keeps its canonical hostname', async () => {
    const { json } = await call({ body: { ...valid, url: 'Bücher.Customer.COM.' } });
    expect(json.url).toBe('xn--bcher-kva.customer.com');
  });

  it('at a server number not seen before brings that server into being, in the same transaction', async () => {
    const { json } = await call({ body: { ...valid, server_id: 7 } });
    expect(json).toMatchObject({ server_id: 7, cname_target: 'newlabel.cname.service.net' });
    expect(written().map(({ pk }) => pk)).toEqual(expect.arrayContaining(['SERVER#org_A#7', 'LABEL#newlabel']));
  });
});

describe('422: a hostname that is taken', () => {
  it("is the caller's own: its id is told", async () => {
    dynamo.on(TransactWriteItemsCommand).rejects(transactionMeets(0, { organizationId: 'org_A', domainId: 99 }));
    const { status, json } = await call({ body: valid });
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: 'validation_error',
      details: { errors: { url: [expect.any(String)] }, existing_domain_id: 99 },
    });
  });

  it("is another organization's: nothing is told but how to prove it one's own", async () => {
    dynamo.on(TransactWriteItemsCommand).rejects(transactionMeets(0, { organizationId: 'org_SECRET', domainId: 99 }));
    const { status, json } = await call({ body: valid });
    expect(status).toBe(422);
    expect(json.error.details.claim).toMatchObject({
      type: 'TXT',
      name: '_cps-claim.shop.customer.com',
      value: expect.stringMatching(/^cps-claim=[\w-]{43}$/),
    });
    expect(JSON.stringify(json)).not.toMatch(/org_SECRET|99/);
  });
});

describe('a lost race', () => {
  it('over an id or a server is read and decided again', async () => {
    dynamo.on(TransactWriteItemsCommand).rejectsOnce(transactionMeets(1)).resolves({});
    expect((await call({ body: valid })).status).toBe(201);
  });

  it('that is never won is 503 with Retry-After, not a 500', async () => {
    dynamo.on(TransactWriteItemsCommand).rejects(transactionMeets(1));
    const { status, json, headers } = await call({ body: valid });
    expect(status).toBe(503);
    expect(json.error.code).toBe('service_unavailable');
    expect(headers['retry-after']).toBe('1');
  });
});

describe('422: wrong fields', () => {
  it.each([
    ['url missing', { server_id: 1 }, { url: ['is required'] }],
    ['url a number', { url: 5, server_id: 1 }, { url: ['must be a string'] }],
    ['url null', { url: null, server_id: 1 }, { url: ['must be a string'] }],
    ['server_id missing', { url: valid.url }, { server_id: ['is required'] }],
    ['server_id text', { ...valid, server_id: '1' }, { server_id: ['must be an integer'] }],
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
    [
      'a prototype as metadata',
      '{"url":"shop.customer.com","server_id":1,"metadata":{"__proto__":"x"}}',
      { metadata: ['a key must not be __proto__'] },
    ],
    ['an unknown field', { ...valid, colour: 'red' }, { colour: ['is not a known field'] }],
    [
      'a prototype in disguise',
      '{"url":"shop.customer.com","server_id":1,"__proto__":{"a":1}}',
      { ['__proto__']: ['is not a known field'] },
    ],
    ['an apex', { ...valid, url: 'customer.com' }, { url: [expect.stringContaining('apex')] }],
  ])('%s', async (_, body, errors) => {
    const { status, json } = await call({ body });
    expect(status).toBe(422);
    expect(json.error.code).toBe('validation_error');
    expect(Object.entries(json.error.details.errors)).toEqual(Object.entries(errors));
    expect(dynamo.commandCalls(TransactWriteItemsCommand)).toHaveLength(0);
  });

  it('in the query are refused by name', async () => {
    const { status, json } = await call({ body: valid, query: 'dry_run=1&dry_run=2&x' });
    expect(status).toBe(422);
    expect(Object.keys(json.error.details.errors)).toEqual(['dry_run', 'x']);
  });

  it('are all named at once', async () => {
    const { json } = await call({ body: { url: 'customer.com', server_id: 'x', colour: 1 } });
    expect(Object.keys(json.error.details.errors).sort()).toEqual(['colour', 'server_id', 'url']);
  });

  it('1.0 is an integer, as JSON has it', async () => {
    expect((await call({ body: '{"url":"shop.customer.com","server_id":1.0}' })).status).toBe(201);
  });
});

describe('400: a body that is no JSON object', () => {
  const deep = `{"metadata":${'['.repeat(33)}${']'.repeat(33)}}`;
  it.each([
    ['empty', ''],
    ['absent', undefined],
    ['not JSON', '{url:'],
    ['an array', '[]'],
    ['text', '"shop"'],
    ['null', 'null'],
    ['too deep', deep],
    ['one byte over 256 KiB', `{"url":"${'x'.repeat(256 * 1024 - 9)}"}`],
  ])('%s', async (_, body) => {
    const { status, json } = await call({ body, headers: { 'content-type': 'application/json' } });
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('%s', async (_, headers) => {
    expect((await call({ body: valid, headers })).status).toBe(400);
  });

  it('invalid UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]).toString('base64');
    expect((await call({ body, base64: true })).status).toBe(400);
  });

  it('invalid UTF-8 that API Gateway has made readable', async () => {
    const body = '{"url":"\uFFFD.customer.com","server_id":1}';
    const sent = Buffer.byteLength(body) - 2; // the byte that was sent where three are now
    expect((await call({ body, headers: { 'content-length': String(sent) } })).status).toBe(400);
    expect((await call({ body, headers: { 'content-length': String(sent + 2) } })).status).toBe(422);
  });

  it('the last of duplicate keys counts', async () => {
    const { json } = await call({
      body: '{"url":"a.customer.com","url":"b.customer.com","server_id":1}',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    });
    expect(json.url).toBe('b.customer.com');
  });
});

it('a table that fails is a 500 that tells nothing, and a log line that tells all', async () => {
  dynamo.on(TransactWriteItemsCommand).rejects(new Error('secret detail'));
  const { status, json } = await call({ body: valid });
  expect(status).toBe(500);
  expect(json).toEqual({ error: { code: 'internal_error', message: expect.any(String) } });
  expect(JSON.stringify(json)).not.toContain('secret detail');
  expect(log).toHaveBeenCalledWith('error', 'request failed', expect.objectContaining({ cause: expect.any(Error) }));
});
