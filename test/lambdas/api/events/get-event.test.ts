import { describe, expect, it } from 'vitest';
import { EventResource } from '../../../../lambdas/api/events/event-resource.schema.ts';
import { HOUR, later } from '../../a-domain.ts';
import { anEvent, entryItem, eventId } from '../../model/events/an-event.ts';
import { COUNTED, clock, KEPT, tableHolds, wholeRequests } from '../api-caller.ts';
import { eventsApi } from './events-api.ts';

const call = eventsApi();
const get = (id = eventId(0)) => call({ method: 'GET', path: `/api/events/${id}` });
const hold = (...more: Record<string, unknown>[]) => tableHolds(entryItem(anEvent(0, { number: 1 })), ...more);
const DAYS = 24 * HOUR;

describe('200', () => {
  it('one event is what its deliveries say', async () => {
    hold();
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(EventResource.parse(json)).toEqual(JSON.parse(anEvent(0).body));
  });

  it('one event is shown also where it asks for silence, or is not numbered yet', async () => {
    tableHolds(entryItem(anEvent(0, { notify: false })));
    expect((await get()).status).toBe(200);
  });
});

describe('404', () => {
  it('an event that is older than 30 days is not found, though the table still has it', async () => {
    hold();
    clock.now = later(30 * DAYS);
    expect((await get()).status).toBe(200);
    hold();
    clock.now = later(30 * DAYS + 1);
    expect((await get()).status).toBe(404);
  });

  it.each([
    '1',
    'evt_',
    'evt_1',
    `${eventId(0)}0`,
    eventId(0).toLowerCase(),
    `dlv_${eventId(0).slice(4)}`,
    `evt_8${'0'.repeat(25)}`,
  ])('an event is not looked for by %s, which is no id', async (id) => {
    hold();
    const { status, json } = await get(id);
    expect([status, json.error.details]).toEqual([404, undefined]);
    expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
  });
});
