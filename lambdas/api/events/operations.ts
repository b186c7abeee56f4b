import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';

export const EVENT_OPERATIONS = [listEvents, getEvent];
