import type { Delivery } from './delivery.schema.ts';
import type { DeliveryMessage } from './delivery-message.schema.ts';

/** A delivery whose first attempt is about to be queued. */
export function newDelivery({ deliveryId, eventId, event, domainId, createdAt, ...message }: DeliveryMessage): Delivery {
  const { organizationId, webhookId, series } = message;
  return {
    id: deliveryId,
    organizationId,
    webhookId,
    eventId,
    event,
    ...(domainId !== undefined && { domainId }),
    createdAt,
    state: 'pending',
    series,
    attemptsMade: 0,
    attempts: [],
  };
}

/** A delivery that has ended, begun anew: what was tried stays in its log. */
export function nextSeries({ failure: _, nextAttemptAt: __, claimedUntil: ___, ...delivery }: Delivery): Delivery {
  return { ...delivery, state: 'pending', series: delivery.series + 1, attemptsMade: 0 };
}

/** The attempt that a delivery waits for. Its body is read when it is made. */
export function nextAttempt({ id, state: _, attempts: __, ...delivery }: Delivery): DeliveryMessage {
  const { organizationId, webhookId, eventId, event, domainId, createdAt, series, attemptsMade } = delivery;
  return {
    ...{ organizationId, webhookId, deliveryId: id, eventId, event, createdAt, series },
    ...(domainId !== undefined && { domainId }),
    attempt: attemptsMade + 1,
    deferrals: 0,
    probe: false,
  };
}
