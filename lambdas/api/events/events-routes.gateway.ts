import { eventLogStore } from '../../model/events/event-log.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { getEvent, listEvents } from './list-get-events.ts';

/** Everything under /api/events. */
export function eventRoutes({ settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
  const ports = { events: eventLogStore(table, settings), serviceSecret };

  return [listEvents(ports), getEvent(ports)];
}
