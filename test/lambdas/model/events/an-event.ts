import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { eventBody, type OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { dueOutboxPartition, keys, outboxShard } from '../../../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../../../lambdas/shared/time/instant.ts';
import { iso, later, SECOND } from '../../a-domain.ts';

/** The id of an event created `n` seconds after NOW. */
export const eventId = (n: number) => `evt_${timeDigitsAt(later(n * SECOND))}${String(Math.abs(n)).padStart(16, '0')}`;

export function anEvent(n: number, changes: Partial<OutboxEvent> = {}): OutboxEvent {
  const facts = { id: eventId(n), event: 'domain.created' as const, domainId: 7, createdAt: iso(n * SECOND), ...changes };
  const body = eventBody({ ...facts, livemode: true, data: { domain: { id: facts.domainId } } });
  return { kind: 'event', organizationId: 'org_A', notify: true, body, ...facts };
}

/** The event's outbox entry, as its transaction writes it. */
export function entryItem(event: OutboxEvent): Record<string, unknown> {
  const due = { duePk: dueOutboxPartition(outboxShard(event.id)), stepDueAt: addSeconds(new Date(event.createdAt), 300) };
  return { ...keys.outbox(event.id), ...event, ...due };
}

export function logItem(event: OutboxEvent, number: number, loggedAt = event.createdAt): Record<string, unknown> {
  return { ...keys.event(event.organizationId, number), ...event, number, loggedAt };
}

/** The counter of a log whose last event was logged in this hour. */
export function counterItem(last: number, hour: string, organizationId = 'org_A'): Record<string, unknown> {
  return { ...keys.eventCounter(organizationId), last, hour };
}
