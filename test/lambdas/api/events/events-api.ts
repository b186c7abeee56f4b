import { EVENT_OPERATIONS } from '../../../../lambdas/api/events/operations.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { hourOf } from '../../../../lambdas/shared/time/instant.ts';
import { counterItem, entryItem, logItem } from '../../model/events/an-event.ts';
import { apiCaller, opened } from '../api-caller.ts';

export function eventsApi() {
  return apiCaller(opened(EVENT_OPERATIONS));
}

/** An event log numbered from `first`, as the relay writes it. Each event is logged at its creation time. */
export function aLog(events: readonly OutboxEvent[], first = 1): Record<string, unknown>[] {
  const numbered = events.map((event, index) => ({ ...event, number: first + index }));
  const hours = Map.groupBy(numbered, ({ createdAt }) => hourOf(new Date(createdAt)));
  const [organizationId = 'org_A', lastHour = ''] = [events[0]?.organizationId, [...hours.keys()].at(-1)];
  return [
    counterItem(first - 1 + events.length, lastHour, organizationId),
    ...numbered.flatMap((event) => [entryItem(event), logItem(event, event.number)]),
    ...[...hours].map(([hour, some]) => ({ ...keys.eventHour(organizationId, hour), first: some[0]?.number })),
  ];
}
