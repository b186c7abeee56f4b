import { beforeEach, describe, expect, it } from 'vitest';
import type { EventName } from '../../../../contract/api/events.ts';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { DeliveryResource } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { aDomain, iso, later, NOW, SECOND } from '../../a-domain.ts';
import {
  COUNTED,
  clock,
  DOMAIN_ID,
  itemOf,
  itemsUnder,
  KEPT,
  keyItem,
  limitsItem,
  tableHolds,
  wholeRequests,
} from '../api-caller.ts';
import { call, pauseFor, sent } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

type Item = Record<string, unknown>;
const passTime = pauseFor.getMockImplementation();
const askForTest = (body?: unknown) => call({ path: `/api/webhooks/${WEBHOOK_ID}/test`, body });
const hold = (...more: Item[]) => tableHolds(aWebhook(), itemOf(aDomain('active')), ...more);
const answered = { at: iso(300), milliseconds: 45, status: 200, reply: 'thanks' };

let items: Map<string, Item>;
beforeEach(() => {
  items = hold();
  sent.length = 0;
  pauseFor.mockReset();
  pauseFor.mockImplementation(async (milliseconds) => passTime?.(milliseconds));
});
const rows = () => itemsUnder(items, 'DELIVERIES#');

/** The sender finishes the test delivery after this many milliseconds. */
function whenSent(after: number, outcome: Item): void {
  pauseFor.mockImplementation(async (milliseconds) => {
    await passTime?.(milliseconds);
    if (clock.now.getTime() < NOW.getTime() + after) return;
    for (const row of rows()) items.set(`${row.pk}|${row.sk}`, { ...row, ...outcome, attemptsMade: 1 });
  });
}

describe('200: a test', () => {
  it('a test of a webhook waits for the receiver, and answers what it said', async () => {
    whenSent(300, { state: 'succeeded', attempts: [answered] });
    const { status, json } = await askForTest();
    expect(status).toBe(200);
    expect(DeliveryResource.parse(json)).toEqual({
      ...{ id: expect.stringMatching(/^dlv_/), event_id: expect.stringMatching(/^evt_/), event: 'webhook.test' },
      ...{ livemode: true, state: 'succeeded', created_at: iso(0), attempts: [answered], is_test: true },
    });
    expect(clock.now).toEqual(later(400));
  });

  it('a test of a webhook is sent at once, with its body, whatever a breaker says', async () => {
    await askForTest();
    expect(sent).toEqual([
      expect.objectContaining({ webhookId: WEBHOOK_ID, series: 1, attempt: 1, probe: true, body: rows()[0]?.body }),
    ]);
    expect(sent[0]?.deliveryId).toBe(rows()[0]?.id);
  });

  it('a test of a webhook answers a first attempt that failed, though others follow', async () => {
    const failed = { at: iso(100), milliseconds: 9, status: 500 };
    whenSent(200, { attempts: [failed], nextAttemptAt: iso(5 * SECOND) });
    expect((await askForTest()).json).toMatchObject({ state: 'pending', attempts: [failed], next_attempt_at: iso(5 * SECOND) });
    expect(clock.now).toEqual(later(200));
  });

  it('a test of a webhook that nobody answers is pending after 10 seconds, and goes on', async () => {
    const { json } = await askForTest();
    expect(json).toMatchObject({ state: 'pending', attempts: [] });
    expect(clock.now).toEqual(later(10 * SECOND));
    expect(rows()).toMatchObject([
      { state: 'pending', duePk: expect.stringMatching(/^DUE#DELIVERIES#/), stepDueAt: iso(600 * SECOND) },
    ]);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOK#0118271623110657',
      'UpdateItem WEBHOOK#org_A#118271623110657 ACTIONS',
      'TransactWriteItems Put DELIVERIES#org_A#118271623110657#2026-06 dlv_…, Put AUDIT#org_A#changes#2026-06 aud_…',
      ...Array(22).fill('GetItem DELIVERIES#org_A#118271623110657#2026-06 dlv_…'),
      KEPT,
    ]);
  });

  it('a test of a webhook is on the audit record, in no event log and in no timeline', async () => {
    await askForTest({ event: 'domain.created', domain_id: DOMAIN_ID });
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'webhook.tested', after: { event: 'domain.created', delivery_id: rows()[0]?.id }, actor: { type: 'api_key' } },
    ]);
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
    expect(itemsUnder(items, 'EVENTS#')).toEqual([]);
    expect(rows()[0]).not.toHaveProperty('domainId');
  });

  it.each<[EventName, string, Item]>([
    ['certificate.issued', 'its domain', { domain_id: DOMAIN_ID, data: { domain: { id: DOMAIN_ID, url: 'shop.customer.com' } } }],
    ['webhook.test', 'the webhook', { data: { webhook: { id: WEBHOOK_ID, status: 'active' } } }],
  ])('a test of %s shows %s', async (event, _, shown) => {
    await askForTest({ event, ...('domain_id' in shown && { domain_id: DOMAIN_ID }) });
    const body = JSON.parse(String(sent[0]?.body));
    expect(body).toMatchObject({ ...shown, event, is_test: true, created_at: iso(0), id: rows()[0]?.eventId });
  });
});

describe('403', () => {
  it('a test of a webhook shows a domain to those only who may read domains', async () => {
    hold(keyItem({ permissions: ['webhooks.write'] }));
    const { status, json } = await askForTest({ event: 'domain.created', domain_id: DOMAIN_ID });
    expect(status).toBe(403);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { required_permission: 'domains.read' } });
    expect(sent).toEqual([]);
    expect((await askForTest({ event: 'domain.created' })).status).toBe(200);
  });
});

describe('404', () => {
  it.each<[string, Item[], Item]>([
    ['a domain that is not there', [aWebhook()], { domain_id: DOMAIN_ID }],
    [
      "another organization's domain",
      [aWebhook(), itemOf(aDomain('active', { organizationId: 'org_B' }))],
      { domain_id: DOMAIN_ID },
    ],
  ])('a test is not there for %s', async (_, held, details) => {
    tableHolds(...held);
    const { status, json } = await askForTest({ event: 'domain.created', domain_id: DOMAIN_ID });
    expect(status).toBe(404);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ details });
    expect(sent).toEqual([]);
  });
});

describe('409', () => {
  it('a test of a disabled webhook is refused: it is to be enabled first, and the turn is not used up', async () => {
    tableHolds(aWebhook(WEBHOOK_ID, { status: 'disabled' }));
    const { status, json } = await askForTest();
    expect([status, json.error.code, json.error.message]).toEqual([409, 'conflict', expect.stringMatching(/enable it first/)]);
    expect(sent).toEqual([]);
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem ORG#org_A WEBHOOK#0118271623110657', KEPT]);
  });
});

describe('422', () => {
  it.each([
    ['no event of ours', { event: 'domain.lost' }, { event: ['is not the name of an event'] }],
    ['a domain for an event about a webhook', { domain_id: 1 }, { domain_id: ['goes with an event about a domain'] }],
    ['an id as text', { event: 'domain.created', domain_id: '1' }, { domain_id: ['must be an integer, without quotes'] }],
    ['no id', { event: 'domain.created', domain_id: 0 }, { domain_id: ['must be 1 or more'] }],
  ])('a test of a webhook is refused with %s', async (_, body, errors) => {
    const { status, json } = await askForTest(body);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
  });
});

describe('429: the same webhook within ten seconds', () => {
  it('names when it is possible again, and sends nothing', async () => {
    await askForTest();
    clock.now = later(10 * SECOND - 1);
    const { status, json, headers } = await askForTest();
    expect(status).toBe(429);
    expect(HttpErrorBody.parse(json).error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { limit: 1, remaining: 0, reset_at: iso(10 * SECOND) },
    });
    expect(headers['retry-after']).toBe('1');
    expect(sent).toHaveLength(1);
    clock.now = later(10 * SECOND);
    expect((await askForTest()).status).toBe(200);
  });

  it('of many tests of a webhook at once exactly one is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => askForTest()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('does not hold for another webhook', async () => {
    hold(limitsItem(), aWebhook(5));
    await askForTest();
    expect((await call({ path: '/api/webhooks/5/test' })).status).toBe(200);
  });
});
