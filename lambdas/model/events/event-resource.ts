import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { livemodeOf } from '../accounts/tenant.ts';

/** An event as the API shows it: what its deliveries say. */
export function eventResource({ organizationId, body }: OutboxEvent): unknown {
  // Those of before there was a test mode do not say it themselves.
  return { livemode: livemodeOf(organizationId), ...JSON.parse(body) };
}

/** Whether an event is the organization's to see. The table's TTL may still hold one that is too old. */
export function isShown({ organizationId, createdAt }: OutboxEvent, to: string, now: Date): boolean {
  return organizationId === to && createdAt >= oldestKept(now).toISOString();
}
