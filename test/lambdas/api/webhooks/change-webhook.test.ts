import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import {
  DeletedWebhook,
  WebhookResource,
  WebhookWithSecret,
} from '../../../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { webhookContext } from '../../../../lambdas/shared/secrets/sealing-context.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, dynamo, itemsUnder, KEPT, log, tableHolds, wholeRequests } from '../api-caller.ts';
import { conflict } from '../conflict.ts';
import { aWebhook, MADE_SECRET, nextNameLeadsTo, resolve, seal, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const call = webhooksApi();
const PATH = `/api/webhooks/${WEBHOOK_ID}`;
const hold = (...more: Record<string, unknown>[]) => tableHolds(aWebhook(WEBHOOK_ID, { description: 'Ours' }), ...more);
const { pk, sk } = keys.webhook('org_A', WEBHOOK_ID);

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  seal.mockClear();
  resolve.mockClear();
  items = hold();
});
const stored = () => items.get(`${pk}|${sk}`);

describe('a change of a webhook', () => {
  const update = (body: unknown) => call({ method: 'PATCH', path: PATH, body });

  describe('200', () => {
    it('keeps the url as the parser writes it', async () => {
      expect((await update({ url: 'HTTPS:///Hooks.Example/ä' })).json.url).toBe('https://hooks.example/%C3%A4');
      expect(stored()).toMatchObject({ url: 'https://hooks.example/%C3%A4' });
    });

    it.each([
      ['url', { url: 'https://hooks.integrator.com/other' }, {}],
      ['events', { events: ['*'] }, {}],
      ['description', { description: 'Theirs' }, {}],
      ['status', { status: 'disabled' }, { disabled: { at: iso(SECOND), because: 'asked' } }],
    ])('of the %s leaves the rest, and is on the audit record with no more than that', async (_, body, follows) => {
      const before = stored();
      clock.now = later(SECOND);
      const { status, json } = await update(body);
      expect(status).toBe(200);
      expect(WebhookResource.parse(json)).toMatchObject({ ...body, updated_at: iso(SECOND), created_at: iso(0) });
      expect(stored()).toEqual({ ...before, ...body, ...follows, updatedAt: iso(SECOND), version: 2 });
      expect(itemsUnder(items, 'AUDIT#')).toEqual([
        expect.objectContaining({ action: 'webhook.updated', before: expect.any(Object), after: body }),
      ]);
    });

    it('of the description to null removes it', async () => {
      expect((await update({ description: null })).json).not.toHaveProperty('description');
      expect(stored()).not.toHaveProperty('description');
    });

    it('of the url warns about the address that the name has at this moment', async () => {
      nextNameLeadsTo();
      const { json } = await update({ url: 'https://other.integrator.com/' });
      expect(WebhookResource.parse(json).warnings).toEqual([
        'other.integrator.com has no address (IPv4) at the moment; deliveries will fail until it has.',
      ]);
      expect(resolve.mock.calls).toEqual([['other.integrator.com', 'A']]);
    });

    it('of anything but the url looks up nothing', async () => {
      await update({ url: 'https://hooks.integrator.com/certificates', status: 'disabled' });
      expect(resolve).not.toHaveBeenCalled();
    });

    it('to the same value is not written', async () => {
      const { json } = await update({
        status: 'active',
        description: 'Ours',
        events: ['certificate.issued', 'certificate.issued'],
      });
      expect(json.updated_at).toBe(iso(0));
      expect(wholeRequests()).toEqual([...COUNTED, 'GetItem ORG#org_A WEBHOOK#0118271623110657', KEPT]);
    });

    it('that meets another is decided again', async () => {
      dynamo.on(TransactWriteCommand).rejectsOnce(conflict()).resolves({});
      expect((await update({ status: 'disabled' })).status).toBe(200);
      expect(wholeRequests()).toEqual([
        ...COUNTED,
        'GetItem ORG#org_A WEBHOOK#0118271623110657',
        'TransactWriteItems Update ORG#org_A WEBHOOK#0118271623110657, Put AUDIT#org_A#changes#2026-06 aud_…',
        'GetItem ORG#org_A WEBHOOK#0118271623110657',
        'TransactWriteItems Update ORG#org_A WEBHOOK#0118271623110657, Put AUDIT#org_A#changes#2026-06 aud_…',
        KEPT,
      ]);
    });

    it('keeps what newer code has written on the row', async () => {
      items = tableHolds({ ...aWebhook(), failuresSince: 'newer' });
      await update({ status: 'disabled' });
      expect(stored()).toMatchObject({ failuresSince: 'newer' });
    });
  });

  describe('422', () => {
    it.each([
      ['to nothing', {}, { body: [expect.stringMatching(/at least one of url, events, description, status/)] }],
      ['of the secret', { secret: 'x'.repeat(10) }, { secret: [expect.stringMatching(/rotate it instead/)] }],
      ['of the id', { id: 1 }, { id: ['cannot be changed'] }],
      ['to another status', { status: 'paused' }, { status: ['must be active or disabled'] }],
      ['of an event', { events: ['*', 'x'] }, { 'events[1]': [expect.any(String)] }],
      ['to null', { url: null }, { url: ['must be a string'] }],
    ])('is refused: %s', async (_, body, errors) => {
      const { status, json } = await update(body);
      expect(status).toBe(422);
      expect(HttpErrorBody.parse(json).error.code).toBe('validation_error');
      expect(json.error.details.errors).toEqual(errors);
      expect(resolve).not.toHaveBeenCalled();
    });

    it('to an address that leads where nothing may be sent is refused', async () => {
      nextNameLeadsTo('10.0.0.1');
      const before = stored();
      const { status, json } = await update({ url: 'https://other.integrator.com/' });
      expect(status).toBe(422);
      expect(json.error.details.errors).toEqual({
        url: ['other.integrator.com leads to the address 10.0.0.1, which is not on the public internet'],
      });
      expect(stored()).toEqual(before);
    });
  });
});

describe('a deletion of a webhook', () => {
  it('leaves nothing but its audit record, without the secret', async () => {
    const { status, json } = await call({ method: 'DELETE', path: PATH });
    expect(status).toBe(200);
    expect(DeletedWebhook.parse(json)).toEqual({ id: WEBHOOK_ID, deleted: true });
    expect(stored()).toBeUndefined();
    const entries = itemsUnder(items, 'AUDIT#');
    expect(entries).toEqual([
      expect.objectContaining({ action: 'webhook.deleted', before: expect.objectContaining({ description: 'Ours' }) }),
    ]);
    expect(JSON.stringify(entries)).not.toContain('dataKey');
  });
});

describe("a rotation of a webhook's secret", () => {
  const rotate = (body?: unknown) => call({ path: `${PATH}/rotate-secret`, body });
  const former = { dataKey: 'old', iv: '', tag: '', ciphertext: 'old' };

  describe('200', () => {
    it.each([
      ['without a body', undefined, MADE_SECRET, iso(24 * HOUR)],
      ['with an empty object', {}, MADE_SECRET, iso(24 * HOUR)],
      ['with a secret and the longest overlap', { secret: 'x'.repeat(8), overlap_hours: 168 }, 'x'.repeat(8), iso(168 * HOUR)],
    ])('%s shows the new one, and keeps the former one sealed for its time', async (_, body, secret, endsAt) => {
      const { status, json } = await rotate(body);
      expect(status).toBe(200);
      expect(WebhookWithSecret.parse(json).secret).toBe(secret);
      expect(seal).toHaveBeenCalledWith(Buffer.from(secret), webhookContext('org_A', WEBHOOK_ID));
      expect(stored()).toMatchObject({ previousSecret: { sealed: former, endsAt }, version: 2, description: 'Ours' });
    });

    it('without overlap ends the former one at once, also one before it', async () => {
      await rotate();
      await rotate({ overlap_hours: 0 });
      expect(stored()).not.toHaveProperty('previousSecret');
    });

    it('is on the audit record, and the value is in no record and no log', async () => {
      await rotate();
      expect(itemsUnder(items, 'AUDIT#')).toEqual([
        expect.objectContaining({ action: 'webhook.secret_rotated', after: { overlap_hours: 24 } }),
      ]);
      expect(JSON.stringify([[...items.values()], log.mock.calls])).not.toContain(MADE_SECRET);
    });
  });

  it('takes a short secret, with a warning', async () => {
    const { status, json } = await rotate({ secret: 'x' });
    expect([status, json.secret, json.warnings]).toEqual([200, 'x', [expect.stringMatching(/short/)]]);
  });

  describe('422', () => {
    it.each([
      ['an empty secret', { secret: '' }, 'secret'],
      ['an overlap beyond a week', { overlap_hours: 169 }, 'overlap_hours'],
      ['a negative overlap', { overlap_hours: -1 }, 'overlap_hours'],
      ['half an hour', { overlap_hours: 0.5 }, 'overlap_hours'],
      ['text', { overlap_hours: '1' }, 'overlap_hours'],
    ])('is refused with %s', async (_, body, field) => {
      const { status, json } = await rotate(body);
      expect(status).toBe(422);
      expect(Object.keys(json.error.details.errors)).toEqual([field]);
    });
  });
});
