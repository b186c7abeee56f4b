import { vi } from 'vitest';
import { WEBHOOK_OPERATIONS } from '../../../../lambdas/api/webhooks/operations.ts';
import { type Delivery, DeliveryMessage } from '../../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryId } from '../../../../lambdas/model/webhooks/delivery.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, NOW, SECOND } from '../../a-domain.ts';
import { anEvent, eventId } from '../../model/events/an-event.ts';
import { apiCaller, clock, newId, opened } from '../api-caller.ts';
import { WEBHOOK_ID } from './webhooks-api.ts';

/** In seconds, because event ids differ by seconds. */
export const DAY = (24 * HOUR) / SECOND;

/** Messages sent to the queue since the test set `sent.length = 0`. */
export const sent: DeliveryMessage[] = [];
export const deliveryQueue = {
  send: vi.fn(async (messages: readonly QueueMessage[]): Promise<number[]> => {
    sent.push(...messages.map(({ body }) => DeliveryMessage.parse(JSON.parse(body))));
    return [];
  }),
};

/** Advances the clock. Ignores pauses below a second: the event log's write is immediate here. */
export const pauseFor = vi.fn(async (milliseconds: number) => {
  if (milliseconds < SECOND) clock.now = new Date(clock.now.getTime() + milliseconds);
});

export const call = apiCaller(
  opened(WEBHOOK_OPERATIONS, {
    deliveryQueue,
    // A delivery is stored with its event, so the id must contain its time.
    newId: (prefix) => (prefix === 'evt' ? eventId((clock.now.getTime() - NOW.getTime()) / SECOND) : newId(prefix)),
    pauseFor,
  }),
);

/** An event `n` seconds after NOW, of a type to which webhooks subscribe by default. */
export const issued = (n: number, changes: Partial<OutboxEvent> = {}) => anEvent(n, { event: 'certificate.issued', ...changes });

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
