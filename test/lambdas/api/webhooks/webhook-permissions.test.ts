import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { iso } from '../../a-domain.ts';
import { itemsUnder, keyItem, tableHolds } from '../api-caller.ts';
import { aWebhook, checkReceiver, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

// Whoever may not read domains may not have them sent to where they choose.

const URL_OF_THEIRS = 'https://other.integrator.com/';
const call = webhooksApi();
const keyThatReadsNoDomains = keyItem({ permissions: ['domains.write', 'webhooks.read', 'webhooks.write'] });
const { pk, sk } = keys.webhook('org_A', WEBHOOK_ID);
let items: ReturnType<typeof tableHolds>;
const create = (events: string[]) => call({ path: '/api/webhooks', body: { url: URL_OF_THEIRS, events } });
const update = (body: unknown) => call({ method: 'PATCH', path: `/api/webhooks/${WEBHOOK_ID}`, body });

function refused({ status, json }: Awaited<ReturnType<typeof create>>): void {
  expect(status).toBe(403);
  expect(HttpErrorBody.parse(json).error).toMatchObject({
    code: 'insufficient_permissions',
    details: { required_permission: 'domains.read', api_key_permissions: expect.not.arrayContaining(['domains.read']) },
  });
  expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  expect(checkReceiver).not.toHaveBeenCalled();
}

beforeEach(() => {
  checkReceiver.mockClear();
  items = tableHolds(keyThatReadsNoDomains);
});

describe('a key that may not read domains, and a new webhook', () => {
  it.each(['*', 'domain.created', 'certificate.issued'])('may not subscribe to %s', async (event) => {
    refused(await create(['webhook.disabled', event]));
  });

  it('may subscribe to events of webhooks only', async () => {
    expect((await create(['webhook.disabled', 'webhook.test'])).status).toBe(201);
  });
});

describe('a key that may not read domains, and a change of a webhook', () => {
  const disabled = { status: 'disabled', disabled: { at: iso(0), because: 'asked' } } as const;

  it.each([
    ['another address', {}, { url: URL_OF_THEIRS }],
    ['more events', {}, { events: ['certificate.issued', 'domain.created'] }],
    ['all events', { events: ['webhook.test'] }, { events: ['*'] }],
    ['deliveries again', disabled, { status: 'active' }],
  ])('may not set %s of one with events of domains', async (_, before, body) => {
    items = tableHolds(keyThatReadsNoDomains, aWebhook(WEBHOOK_ID, before));
    refused(await update(body));
    expect(items.get(`${pk}|${sk}`)).toMatchObject({ version: 1 });
  });

  it.each([{ status: 'disabled' }, { description: 'Ours' }, { events: ['webhook.disabled'] }, { status: 'active' }])(
    'may make a change that sends nothing more: %j',
    async (body) => {
      items = tableHolds(keyThatReadsNoDomains, aWebhook());
      expect((await update(body)).status).toBe(200);
    },
  );
});
