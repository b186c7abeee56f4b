import { livemodeOf } from '../../model/accounts/tenant.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import { deliveryId, isTest } from '../../model/webhooks/delivery.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';

/** A delivery in the API, without its body. */
export function deliveryResource(delivery: Delivery) {
  const { id, organizationId, eventId, event, domainId, state, failure, createdAt, nextAttemptAt, attempts } = delivery;
  return {
    id,
    livemode: livemodeOf(organizationId),
    event_id: eventId,
    event,
    ...(domainId !== undefined && { domain_id: domainId }),
    state,
    ...(failure && { failure }),
    created_at: createdAt,
    ...(nextAttemptAt !== undefined && { next_attempt_at: nextAttemptAt }),
    attempts,
    ...(isTest(delivery) && { is_test: true }),
  };
}

/** A missed event in the form of a delivery. */
export function missedDeliveryResource({ id, organizationId, event, domainId, createdAt }: OutboxEvent, webhookId: number) {
  return {
    id: deliveryId(id, webhookId),
    livemode: livemodeOf(organizationId),
    event_id: id,
    event,
    ...(domainId !== undefined && { domain_id: domainId }),
    state: 'missed',
    created_at: createdAt,
    attempts: [],
  };
}
