import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { dayOf } from '../../shared/time/instant.ts';
import type { Delivery } from '../webhooks/delivery.schema.ts';
import { isTest } from '../webhooks/delivery.ts';
import { ATTEMPT_EDGES, addToBucket, noCounts } from './buckets.ts';
import type { ReportDay, WebhookDay } from './report-day.schema.ts';

/** Counts a delivery on the day of its event. Tests do not count. */
export function countDelivery(days: readonly ReportDay[], webhookId: number, delivery: Delivery): void {
  const day = days.find((one) => one.day === dayOf(new Date(delivery.createdAt)));
  if (!day || isTest(delivery)) return;
  const counted = webhookIn(day, webhookId);
  counted[delivery.state] += 1;
  for (const { milliseconds } of delivery.attempts) addToBucket(ATTEMPT_EDGES, counted.attempts, milliseconds);
}

function webhookIn({ webhooks }: ReportDay, id: number): WebhookDay {
  const found = webhooks.find((one) => one.id === id);
  if (found) return found;
  const first: WebhookDay = { id, succeeded: 0, failed: 0, pending: 0, attempts: noCounts(ATTEMPT_EDGES) };
  webhooks.push(first);
  return first;
}

/** The changes that auditors ask about: who gets access. */
const REPORTED_CHANGE = /^(member|invitation|api_key|key)\./;

/** Counts a change of people, invitations or keys on its day. */
export function countChange(days: readonly ReportDay[], { at, action }: Pick<AuditEntry, 'at' | 'action'>): void {
  const day = days.find((one) => one.day === dayOf(new Date(at)));
  if (day && REPORTED_CHANGE.test(action)) day.changes[action] = (day.changes[action] ?? 0) + 1;
}
