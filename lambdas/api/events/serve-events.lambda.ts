import { eventLogStore } from '../../model/events/event-log.store.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { getEvent, listEvents } from './list-get-events.ts';

const { settings, table, serviceSecret, serve } = await openApi(process.env);
const ports = { events: eventLogStore(table, settings), serviceSecret };

/** Everything under /api/events. */
export const handler = serve([listEvents(ports), getEvent(ports)]);
