import { beforeEach, describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../contract/api/events.ts';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { WebhookWithSecret } from '../../../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { webhookContext } from '../../../../lambdas/shared/secrets/sealing-context.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { answers, itemsUnder, limitsItem, log, pair, tableHolds } from '../api-caller.ts';
import { aWebhook, MADE_SECRET, nextNameLeadsTo, resolve, seal, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const NO_ADDRESS = 'hooks.integrator.com has no address (IPv4) at the moment; deliveries will fail until it has.';
const valid = { url: 'https://hooks.integrator.com/certificates?a=b', events: ['certificate.issued'] };
let call = webhooksApi();
let items: ReturnType<typeof tableHolds>;
const create = (body: unknown = valid) => call({ path: '/api/webhooks', body });

beforeEach(() => {
  seal.mockClear();
  answers.seal.mockClear();
  resolve.mockClear();
  call = webhooksApi();
  items = tableHolds();
});

describe('201: a created webhook', () => {
  it('is returned in full, with the secret that was made for it', async () => {
    const { status, json } = await create({ ...valid, description: 'Ours' });
    expect(status).toBe(201);
    expect(WebhookWithSecret.parse(json)).toMatchObject({
      id: WEBHOOK_ID,
      ...valid,
      url: 'https://hooks.integrator.com/certificates?a=***',
      description: 'Ours',
      status: 'active',
      secret: MADE_SECRET,
    });
    expect(json).not.toHaveProperty('warnings');
  });

  it.each([
    [
      'HTTPS:///Hooks.Müller.Example:443/ä?a=b',
      'https://hooks.xn--mller-kva.example/%C3%A4',
      '?a=b',
      ['hooks.xn--mller-kva.example'],
    ],
    ['https://hooks\u00ad.example', 'https://hooks.example/', '', ['hooks.example']],
    ['https://0x01.0x02.3.4/', 'https://1.2.3.4/', '', []],
  ])('keeps, shows and asks %j as the parser writes it', async (url, kept, query, asked) => {
    const { status, json } = await create({ ...valid, url });
    expect([status, json.url]).toEqual([201, kept + query.replace('b', '***')]);
    expect(items.get(`${keys.webhook('org_A', WEBHOOK_ID).pk}|${keys.webhook('org_A', WEBHOOK_ID).sk}`)).toMatchObject({
      url: kept + query,
    });
    expect(resolve.mock.calls.map(([name]) => name)).toEqual(asked);
  });

  it.each([
    ['of 8 characters', 'x'.repeat(8)],
    ['of 256 characters', 'x'.repeat(256)],
    ['in the form of Standard Webhooks', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ])("has the caller's own secret: %s", async (_, secret) => {
    const { json } = await create({ ...valid, secret });
    expect(json.secret).toBe(secret);
    expect(json).not.toHaveProperty('warnings');
  });

  it.each([
    ['of 7 characters', 'x'.repeat(7), /short/],
    ['with a line break behind it', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n', /white space/],
    ['without a key', 'whsec_', /short|base64/],
    ['that cannot be decoded', 'whsec_%%%%', /base64 of at least 24 bytes/],
    ['of 3 bytes', 'whsec_MTIz', /base64 of at least 24 bytes/],
    ['of 23 bytes', secretOf(23), /base64 of at least 24 bytes/],
  ])("has the caller's own secret, with a warning: %s", async (_, secret, warning) => {
    const { status, json } = await create({ ...valid, secret });
    expect([status, json.secret, json.warnings]).toEqual([201, secret, [expect.stringMatching(warning)]]);
  });

  it('has its secret sealed for itself, and nowhere else', async () => {
    await create();
    expect(seal).toHaveBeenCalledWith(Buffer.from(MADE_SECRET), webhookContext('org_A', WEBHOOK_ID));
    expect(JSON.stringify([[...items.values()], log.mock.calls])).not.toContain(MADE_SECRET);
  });

  it('is on the audit record, with who and what', async () => {
    await create();
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'webhook.created',
        resource: { type: 'webhook', id: String(WEBHOOK_ID) },
        actor: expect.objectContaining({ keyId: pair.keyId }),
        after: { ...valid, url: 'https://hooks.integrator.com/certificates?a=***', status: 'active' },
      }),
    ]);
  });

  it('has each event once, and may have all', async () => {
    const events = ['domain.created', '*', 'domain.created'];
    expect((await create({ ...valid, events })).json.events).toEqual(['domain.created', '*']);
    expect((await create({ ...valid, events: EVENT_NAMES })).json.events).toEqual(EVENT_NAMES);
  });

  it('warns about an address over http://', async () => {
    const { json } = await create({ ...valid, url: 'http://hooks.integrator.com/' });
    expect(WebhookWithSecret.parse(json).warnings).toEqual([expect.stringMatching(/without encryption/)]);
  });

  it('warns about the address that its name has at this moment, in this answer only', async () => {
    nextNameLeadsTo();
    const { status, json } = await create({ ...valid, url: 'http://hooks.integrator.com/' });
    expect(status).toBe(201);
    expect(WebhookWithSecret.parse(json).warnings).toEqual([expect.stringMatching(/without encryption/), NO_ADDRESS]);
    expect(JSON.stringify([...items.values()])).not.toContain('has no address');
    expect(resolve.mock.calls).toEqual([['hooks.integrator.com', 'A']]);
  });

  it('gets another id if the first one was taken', async () => {
    tableHolds(aWebhook());
    expect((await create()).json.id).toBe(WEBHOOK_ID + 1);
  });
});

describe('422: wrong fields', () => {
  const url = (text: unknown) => ({ ...valid, url: text });
  it.each([
    ['no url', { events: valid.events }, 'url', /is required/],
    ['url a number', url(5), 'url', /must be a string/],
    ['url without a scheme', url('hooks.integrator.com'), 'url', /must be a full address/],
    ['another scheme', url('ftp://hooks.integrator.com/'), 'url', /must be a full address/],
    ['no host', url('https://'), 'url', /must be a full address/],
    ['a user name', url('https://me@hooks.integrator.com/'), 'url', /user name/],
    ['a value that was copied from where it is not shown', url('https://hooks.integrator.com/?a=b&token=***'), 'url', /whole/],
    ['a fragment', url('https://hooks.integrator.com/#x'), 'url', /fragment/],
    ['an empty fragment', url('https://hooks.integrator.com/#'), 'url', /fragment/],
    ['white space', url(' https://hooks.integrator.com/'), 'url', /white space/],
    ['a line break', url('https://hooks.integrator.com/\nx'), 'url', /white space/],
    ['a backslash', url('https:\\\\hooks.integrator.com'), 'url', /backslash/],
    ['2049 characters', url(`https://a.example/${'x'.repeat(2031)}`), 'url', /2048 characters/],
    ['no events', { url: valid.url }, 'events', /is required/],
    ['none in it', { ...valid, events: [] }, 'events', /at least one/],
    ['events an object', { ...valid, events: {} }, 'events', /must be an array/],
    ['an unknown event', { ...valid, events: ['*', 'domain.created', 'domain.eaten'] }, 'events[2]', /not the name of an event/],
    ['a null event', { ...valid, events: [null] }, 'events[0]', /not the name of an event/],
    ['an empty secret', { ...valid, secret: '' }, 'secret', /at least one/],
    ['a long secret', { ...valid, secret: 'x'.repeat(257) }, 'secret', /256 characters/],
    ['an empty description', { ...valid, description: '' }, 'description', /at least one/],
    ['a status', { ...valid, status: 'active' }, 'status', /is not a known field/],
  ])('a new webhook is refused by name: %s', async (_, body, field, message) => {
    const { status, json } = await create(body);
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json).error.code).toBe('validation_error');
    expect(Object.keys(json.error.details.errors)).toEqual([field]);
    expect(json.error.details.errors[field]).toEqual([expect.stringMatching(message)]);
    expect(seal).not.toHaveBeenCalled();
    if (field === 'url') expect(resolve).not.toHaveBeenCalled();
  });

  it('a new webhook is refused an address that leads where nothing may be sent', async () => {
    nextNameLeadsTo('10.0.0.1');
    const { status, json } = await create();
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json).error.code).toBe('validation_error');
    expect(json.error.details.errors).toEqual({
      url: ['hooks.integrator.com leads to the address 10.0.0.1, which is not on the public internet'],
    });
    expect(itemsUnder(items, 'WEBHOOK#')).toEqual([]);
  });

  it('a new webhook is refused http:// where the deployment refuses it', async () => {
    call = webhooksApi('refused');
    const { status, json } = await create(url('HTTP://hooks.integrator.com/'));
    expect(status).toBe(422);
    expect(json.error.details.errors).toEqual({ url: ['must begin with https:// here'] });
  });

  it('a new webhook may have an address of 2048 characters', async () => {
    expect((await create(url(`https://a.example/${'x'.repeat(2030)}`))).status).toBe(201);
  });
});

describe('422: the quota', () => {
  const countOf = () => items.get('ORG#org_A|COUNTS')?.webhooks;

  it('of ten creations at once no more succeed than the quota has room for', async () => {
    items = tableHolds(limitsItem({ webhooks: 3 }), aWebhook(1));
    const answered = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(answered.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(8).fill(422)]);
    expect(answered.find(({ status }) => status === 422)?.json.error).toMatchObject({
      code: 'quota_exceeded',
      details: { resource: 'webhooks', limit: 3, used: 3 },
    });
    expect([...items.keys()].filter((key) => key.includes('WEBHOOK#'))).toHaveLength(3);
  });

  it('a webhook that is deleted makes room for one, however often it is deleted', async () => {
    items = tableHolds(limitsItem({ webhooks: 2 }));
    const [first, second] = [(await create()).json, (await create()).json];
    const remove = (id: number) => call({ method: 'DELETE', path: `/api/webhooks/${id}` });
    const removed = await Promise.all([remove(first.id), remove(first.id), remove(first.id)]);
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(countOf()).toBe(1);
    expect([(await create()).status, (await create()).status]).toEqual([201, 422]);
    await remove(second.id);
    expect(countOf()).toBe(1);
  });

  it('counts the webhooks that are left where one was deleted that is older than the counter', async () => {
    items = tableHolds(limitsItem({ webhooks: 2 }), aWebhook(1), aWebhook(2), aWebhook(3));
    expect((await call({ method: 'DELETE', path: '/api/webhooks/1' })).status).toBe(200);
    expect(countOf()).toBeUndefined();
    expect((await create()).status).toBe(422);
  });

  it('a creation that is refused counts nothing', async () => {
    items = tableHolds(limitsItem({ webhooks: 1 }));
    for (const _ of [1, 2, 3]) await create();
    expect(countOf()).toBe(1);
  });
});
