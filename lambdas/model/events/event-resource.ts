import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';

/** An event as the API shows it: what its deliveries say. */
export function eventResource({ body }: OutboxEvent): unknown {
  return JSON.parse(body);
}

/** Whether an event is the organization's to see. The table's TTL may still hold one that is too old. */
export function isShown({ organizationId, createdAt }: OutboxEvent, to: string, now: Date): boolean {
  return organizationId === to && createdAt >= oldestKept(now).toISOString();
}
