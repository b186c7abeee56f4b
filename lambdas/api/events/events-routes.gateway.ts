import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { getEvent, listEvents } from './list-get-events.ts';

/** Everything under /api/events. */
export function eventRoutes({ eventLog: events, serviceSecret }: Rows): ApiRoute[] {
  return [listEvents({ events, serviceSecret }), getEvent({ events })];
}
