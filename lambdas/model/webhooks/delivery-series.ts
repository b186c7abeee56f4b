import type { Delivery } from './delivery.schema.ts';
import type { DeliveryMessage } from './delivery-message.schema.ts';

/** Whether a delivery is of a test: its event is in no log, so that the delivery itself has what is sent. */
export function isTest({ body }: Pick<Delivery, 'body'>): boolean {
  return body !== undefined;
}

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
