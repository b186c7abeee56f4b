import { isWebhookEvent } from '../../../contract/api/events.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { exampleDelivery } from './delivery-example.ts';
import { DeliveryResource } from './delivery-resource.schema.ts';
import { deliveryResource } from './delivery-resource.ts';
import { findDelivery, noSuchDelivery } from './find-delivery.ts';

/** Includes the body for callers who may read domains, as long as the event is stored. */
export const getDelivery = defineOperation({
  id: 'getDelivery',
  clientMethod: 'webhooks.get_delivery',
  tag: 'Webhooks',
  reach: 'organization',
  summary: 'Get a delivery',
  description:
    'Every attempt with the answer it got. With the `body` that is sent, if the key has `domains.read` as well. A missed one is in the list only.',
  answer: {
    status: 200,
    description: 'The delivery.',
    schema: DeliveryResource,
    example: () => ({ ...exampleDelivery(), body: eventExample('certificate.issued') }),
  },
  prepare:
    (ports: Pick<Rows, 'webhooks' | 'deliveries' | 'eventLog'>) =>
    async ({ request, caller }) => {
      const { delivery } = await findDelivery(ports, request, caller);
      if (!delivery) throw noSuchDelivery();
      const body = mayReadBody(delivery, caller) ? await bodyOf(delivery, ports) : undefined;
      const json = { ...deliveryResource(delivery), ...(body !== undefined && { body: JSON.parse(body) }) };
      return () => ({ status: 200, json });
    },
});

/** Callers who may read webhooks may read events about webhooks. */
function mayReadBody({ event }: Delivery, { permissions }: Caller): boolean {
  return isWebhookEvent(event) || permissions.includes('domains.read');
}

async function bodyOf({ body, eventId }: Delivery, { eventLog }: Pick<Rows, 'eventLog'>): Promise<string | undefined> {
  return body ?? (await eventLog.find(eventId))?.body;
}
