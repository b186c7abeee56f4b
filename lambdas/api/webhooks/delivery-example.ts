import { EXAMPLE_WEBHOOK_ID, eventExample } from '../../model/events/event-examples.ts';
import { deliveryId } from '../../model/webhooks/delivery.ts';

/** For the API reference. */
export function exampleDelivery() {
  const { id, event, domain_id, created_at } = eventExample('certificate.issued');
  return {
    id: deliveryId(id, EXAMPLE_WEBHOOK_ID),
    livemode: true,
    event_id: id,
    event,
    domain_id,
    state: 'succeeded',
    created_at,
    attempts: [
      { at: '2026-11-21T09:41:13.310Z', milliseconds: 30_002, error: 'timeout', reply: 'no complete answer in time' },
      { at: '2026-11-21T09:41:48.655Z', milliseconds: 84, status: 200, reply: 'ok' },
    ],
  };
}
