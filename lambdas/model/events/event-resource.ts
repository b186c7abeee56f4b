import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';

/** An event as the API shows it: the body of its deliveries. */
export function eventResource({ body }: OutboxEvent): unknown {
  return JSON.parse(body);
}

/** True when the organization may see the event. The table may still hold an older one until its TTL deletes it. */
export function isVisibleTo({ organizationId, createdAt }: OutboxEvent, to: string, now: Date): boolean {
  return organizationId === to && createdAt >= oldestKept(now).toISOString();
}
