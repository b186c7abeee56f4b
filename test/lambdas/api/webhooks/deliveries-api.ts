import { vi } from 'vitest';
import { getDelivery, getWebhookHealth, listDeliveries } from '../../../../lambdas/api/webhooks/list-get-deliveries.ts';
import { redeliver } from '../../../../lambdas/api/webhooks/redeliver.ts';
import { replayDeliveries } from '../../../../lambdas/api/webhooks/replay-deliveries.ts';
import { testWebhook } from '../../../../lambdas/api/webhooks/test-webhook.ts';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import { type Delivery, DeliveryMessage } from '../../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryStore } from '../../../../lambdas/model/webhooks/delivery.store.ts';
import { deliveryId } from '../../../../lambdas/model/webhooks/delivery.ts';
import { deliveryListStore } from '../../../../lambdas/model/webhooks/delivery-list.store.ts';
import { deliverySeriesStore } from '../../../../lambdas/model/webhooks/delivery-series.store.ts';
import { webhookStore } from '../../../../lambdas/model/webhooks/webhook.store.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { callToken } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { actionStore } from '../../../../lambdas/shared/table/action.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, NOW, SECOND } from '../../a-domain.ts';
import { anEvent, eventId } from '../../model/events/an-event.ts';
import { apiCaller, clock, domains, newId, serviceSecret, table } from '../api-caller.ts';
import { WEBHOOK_ID } from './webhooks-api.ts';

/** In seconds, as events are told apart by them. */
export const DAY = (24 * HOUR) / SECOND;

/** What the queue was given since `sent.length = 0`. */
export const sent: DeliveryMessage[] = [];
const queue = {
  send: vi.fn(async (messages: readonly QueueMessage[]): Promise<number[]> => {
    sent.push(...messages.map(({ body }) => DeliveryMessage.parse(JSON.parse(body))));
    return [];
  }),
};

export const deliveriesPorts = {
  webhooks: webhookStore(table),
  deliveries: deliveryStore(table),
  lists: deliveryListStore(table),
  series: deliverySeriesStore(table),
  events: eventLogStore(table, {}),
  actions: actionStore(table, callToken),
  domains,
  queue,
  serviceSecret,
  // Time digits, because a delivery lies with its event.
  newId: (prefix: string) => (prefix === 'evt' ? eventId((clock.now.getTime() - NOW.getTime()) / SECOND) : newId(prefix)),
  clock: () => clock.now,
  pause: async () => {},
  /** Lets the time pass. */
  wait: vi.fn(async (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  }),
};

/** Calls the operations on deliveries. */
export const call = apiCaller([
  testWebhook(deliveriesPorts),
  getWebhookHealth(deliveriesPorts),
  listDeliveries(deliveriesPorts),
  getDelivery(deliveriesPorts),
  redeliver(deliveriesPorts),
  replayDeliveries(deliveriesPorts),
]);

/** An event that was made `n` seconds after NOW, or before; webhooks are subscribed to it by default. */
export const issued = (n: number, changes: Partial<OutboxEvent> = {}) => anEvent(n, { event: 'certificate.issued', ...changes });

/** A delivery as the table holds it. */
export function aDelivery(event: OutboxEvent, changes: Partial<Delivery> = {}): Delivery & { pk: string; sk: string } {
  const webhookId = changes.webhookId ?? WEBHOOK_ID;
  const delivery: Delivery = {
    id: deliveryId(event.id, webhookId),
    organizationId: 'org_A',
    webhookId,
    eventId: event.id,
    event: event.event,
    ...(event.domainId !== undefined && { domainId: event.domainId }),
    createdAt: event.createdAt,
    state: 'succeeded',
    series: 1,
    attemptsMade: 1,
    attempts: [{ at: event.createdAt, milliseconds: 12, status: 200, reply: 'ok' }],
    ...changes,
  };
  return { ...keys.delivery(delivery.organizationId, webhookId, delivery.id), ...delivery };
}

export const FAILED = {
  state: 'failed',
  failure: 'refused',
  attempts: [{ at: iso(0), milliseconds: 3, status: 404, reply: 'no' }],
} as const satisfies Partial<Delivery>;
