import { describe, expect, it } from 'vitest';
import { WebhookHealth } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import type { Delivery } from '../../../../lambdas/model/webhooks/delivery.schema.ts';
import { iso, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, keyItem, limitsItem, tableHolds, wholeRequests } from '../api-caller.ts';
import { aDelivery, call, DAY, FAILED, issued } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

const PATH = `/api/webhooks/${WEBHOOK_ID}/health`;
const get = () => call({ method: 'GET', path: PATH });
const webhook = aWebhook(WEBHOOK_ID, { createdAt: iso(-90 * DAY * SECOND) });
const hold = (...more: Record<string, unknown>[]) => tableHolds(webhook, ...more);
const taking = (...milliseconds: number[]) => ({
  attempts: milliseconds.map((each) => ({ at: iso(0), milliseconds: each, status: 200 })),
});

describe('200', () => {
  it('the health of a webhook counts the deliveries of the last 24 hours, and no test', async () => {
    const pending: Partial<Delivery> = { state: 'pending', ...taking() };
    hold(
      ...[-1, -2, -DAY].map((at) => aDelivery(issued(at), taking(10))),
      ...[aDelivery(issued(-3), { ...FAILED, ...taking(30, 40) }), aDelivery(issued(-4), pending)],
      ...[aDelivery(issued(-DAY - 1), FAILED), aDelivery(issued(-5), { ...FAILED, body: '{}' })],
      aDelivery(issued(-6), { ...FAILED, webhookId: WEBHOOK_ID + 1 }),
    );
    const { status, json } = await get();
    expect([status, WebhookHealth.parse(json)]).toEqual([200, json]);
    expect(json).toEqual({
      ...{ since: iso(-DAY * SECOND), until: iso(0), deliveries: { succeeded: 3, failed: 1, pending: 1 } },
      ...{ success_rate: 0.75, attempts: 5, p95_milliseconds: 40, is_complete: true },
    });
  });

  it('the health of a webhook says within what time 95 of 100 attempts were answered', async () => {
    hold(...Array.from({ length: 100 }, (_, index) => aDelivery(issued(-index), taking(index + 1))));
    expect((await get()).json).toMatchObject({ attempts: 100, p95_milliseconds: 95 });
  });

  it('the health of a webhook to which nothing was sent has no share and no time', async () => {
    hold();
    expect((await get()).json).toEqual({
      ...{ since: iso(-DAY * SECOND), until: iso(0), deliveries: { succeeded: 0, failed: 0, pending: 0 } },
      ...{ attempts: 0, is_complete: true },
    });
  });

  it.each([
    ['2026-06-15T12:00:00.000Z', ['2026-06']],
    ['2026-07-01T12:00:00.000Z', ['2026-07', '2026-06']],
  ])('the health of a webhook takes one Query beside its row, two on the first day of a month: %s', async (at, months) => {
    hold(keyItem({ countedMinute: at.slice(0, 16) }), limitsItem({ countedHour: at.slice(0, 13) }));
    clock.now = new Date(at);
    await get();
    const [first, ...others] = months.map((month) => `Query DELIVERIES#org_A#${WEBHOOK_ID}#${month} dlv_… dlv_…~`);
    expect(wholeRequests()).toEqual([...COUNTED, first, 'GetItem ORG#org_A WEBHOOK#0118271623110657', ...others]);
  });

  it('the health of a webhook with more deliveries than are read says since when they were counted', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => aDelivery(issued(-index)));
    hold(...rows);
    expect((await get()).json).toMatchObject({
      ...{ since: iso(-999 * SECOND), deliveries: { succeeded: 1000 }, is_complete: false },
    });
  });
});
