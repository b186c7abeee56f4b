import { isAboutWebhook } from '../../../contract/api/events.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute, Caller } from '../pipeline/api-route.ts';
import { deliveryResource } from './delivery-resource.ts';
import { type FindDeliveryPorts, findDelivery, noSuchDelivery } from './find-delivery.ts';

export interface GetDeliveryPorts extends FindDeliveryPorts {
  events: EventLogStore;
}

/** With the body for those who may read domains; not any more when its event is no longer kept. */
export function getDelivery(ports: GetDeliveryPorts): ApiRoute {
  return {
    operation: 'getDelivery',
    async prepare(request, caller) {
      refuseQuery(request);
      const { delivery } = await findDelivery(ports, request, caller);
      if (!delivery) throw noSuchDelivery();
      const body = mayReadBody(delivery, caller) ? await bodyOf(delivery, ports) : undefined;
      const json = { ...deliveryResource(delivery), ...(body !== undefined && { body: JSON.parse(body) }) };
      return () => ({ status: 200, json });
    },
  };
}

/** What is said of a webhook is no news to who may read webhooks. */
function mayReadBody({ event }: Delivery, { permissions }: Caller): boolean {
  return isAboutWebhook(event) || permissions.includes('domains.read');
}

async function bodyOf({ body, eventId }: Delivery, { events }: GetDeliveryPorts): Promise<string | undefined> {
  return body ?? (await events.find(eventId))?.body;
}
