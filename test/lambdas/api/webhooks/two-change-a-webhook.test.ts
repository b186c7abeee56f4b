import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { itemsUnder, meanwhile, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const call = webhooksApi();
const path = `/api/webhooks/${WEBHOOK_ID}`;
const read = () => call({ method: 'GET', path });
const change = (body: object, etag?: string) =>
  call({ method: 'PATCH', path, body, ...(etag !== undefined && { headers: { 'if-match': etag } }) });
const { pk, sk } = keys.webhook('org_A', WEBHOOK_ID);
const id = `${pk}|${sk}`;

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(aWebhook());
});

describe('two people who change one webhook', () => {
  it('have read the same: the later is refused, sees the change of the other, and makes its own on top', async () => {
    const [one, other] = [String((await read()).headers.etag), String((await read()).headers.etag)];
    const first = await change({ description: 'of one' }, one);
    expect([first.status, first.json.description]).toEqual([200, 'of one']);
    const second = await change({ events: ['*'] }, other);
    expect([second.status, HttpErrorBody.parse(second.json).error.code]).toEqual([412, 'precondition_failed']);
    expect(items.get(id)).toMatchObject({ description: 'of one', events: ['certificate.issued'] });
    const { json, headers } = await read();
    expect([json.description, headers.etag]).toEqual(['of one', first.headers.etag]);
    expect((await change({ events: ['*'] }, String(headers.etag))).json).toMatchObject({ description: 'of one', events: ['*'] });
    expect(itemsUnder(items, 'AUDIT#')).toHaveLength(2);
  });

  it('at the same moment: one of them is refused', async () => {
    const etag = String((await read()).headers.etag);
    meanwhile(() => items.set(id, { ...items.get(id), description: 'of the other', version: 2 }));
    expect((await change({ events: ['*'] }, etag)).status).toBe(412);
    expect(items.get(id)).toMatchObject({ description: 'of the other', events: ['certificate.issued'] });
  });

  it('and do not say what they have read, both have what they have named', async () => {
    expect((await change({ description: 'of one' })).status).toBe(200);
    expect((await change({ events: ['*'] })).json).toMatchObject({ description: 'of one', events: ['*'] });
  });
});

describe('If-Match of a webhook', () => {
  it.each([
    ['*', 200],
    ['"7", "1"', 200],
    ['"2"', 412],
    ['1', 412],
    ['', 412],
  ])('%s is answered %i', async (etag, status) => {
    expect((await change({ events: ['*'] }, etag)).status).toBe(status);
  });

  it('is the same after a change that changes nothing', async () => {
    const { headers } = await read();
    expect((await change({ events: ['certificate.issued'] })).headers.etag).toBe(headers.etag);
  });
});
