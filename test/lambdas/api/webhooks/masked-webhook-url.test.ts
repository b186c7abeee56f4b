import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { itemsUnder, log, meanwhile, tableHolds } from '../api-caller.ts';
import { aWebhook, resolve, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

// Receivers may have tokens in the query of their URL.

const PATH = `/api/webhooks/${WEBHOOK_ID}`;
const whole = 'https://hooks.integrator.com/?token=s3cr3t&a=b';
const shown = 'https://hooks.integrator.com/?token=***&a=***';
const { pk, sk } = keys.webhook('org_A', WEBHOOK_ID);
let call = webhooksApi();
let items: ReturnType<typeof tableHolds>;
const stored = () => items.get(`${pk}|${sk}`);
const update = (body: unknown) => call({ method: 'PATCH', path: PATH, body });

beforeEach(() => {
  resolve.mockClear();
  call = webhooksApi();
  items = tableHolds(aWebhook(WEBHOOK_ID, { url: whole }));
});

describe('a token in the address of a webhook', () => {
  it('is kept for deliveries when it is created, and is in no answer, record or log', async () => {
    items = tableHolds();
    const { json } = await call({ path: '/api/webhooks', body: { url: whole, events: ['*'] } });
    expect([json.url, stored()?.url]).toEqual([shown, whole]);
    expect(JSON.stringify([json, itemsUnder(items, 'AUDIT#'), log.mock.calls])).not.toContain('s3cr3t');
  });

  it.each([
    ['shown', () => call({ method: 'GET', path: PATH })],
    ['listed', () => call({ method: 'GET', path: '/api/webhooks' })],
    ['deleted', () => call({ method: 'DELETE', path: PATH })],
    ['given a new secret', () => call({ path: `${PATH}/rotate-secret` })],
    ['disabled', () => update({ status: 'disabled' })],
  ])('is in no answer and no record when it is %s', async (_, ask) => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(JSON.stringify([json, itemsUnder(items, 'AUDIT#'), log.mock.calls])).not.toContain('s3cr3t');
  });

  it('an address that is sent back as it is shown stays as it is', async () => {
    const { status, json } = await update({ url: shown, description: 'Theirs' });
    expect([status, json.url, stored()?.url]).toEqual([200, shown, whole]);
    expect(resolve).not.toHaveBeenCalled();
    expect(itemsUnder(items, 'AUDIT#')).toEqual([expect.objectContaining({ after: { description: 'Theirs' } })]);
  });

  it('an address that was changed as it is shown, and is not whole, is refused', async () => {
    const { status, json } = await update({ url: 'https://other.integrator.com/?token=***&a=***' });
    expect(status).toBe(422);
    expect(json.error.details.errors).toEqual({ url: [expect.stringMatching(/send the whole address/)] });
    expect(stored()?.url).toBe(whole);
  });

  it('an address that somebody else changed meanwhile is not overwritten by what was shown of the former one', async () => {
    const newer = 'https://new.integrator.com/?x=y';
    meanwhile(() => items.set(`${pk}|${sk}`, aWebhook(WEBHOOK_ID, { url: newer, version: 2 })));
    expect((await update({ url: shown, description: 'Theirs' })).status).toBe(422);
    expect(stored()?.url).toBe(newer);
  });

  it('a change of the token alone is a change, and neither token is on the record', async () => {
    const newer = 'https://hooks.integrator.com/?token=newer&a=b';
    const { json } = await update({ url: newer });
    expect([json.url, stored()?.url]).toEqual([shown, newer]);
    const change = { before: { url: shown }, after: { url: shown } };
    expect(itemsUnder(items, 'AUDIT#')).toEqual([expect.objectContaining(change)]);
  });
});
