import type { Lane } from '../../shared/aws/queue.gateway.ts';
import { isBreakerOpen } from './circuit-breaker.ts';
import type { Webhook } from './webhook.schema.ts';

/** Concurrent attempts of a webhook, over all senders: each holds one of these attributes of its row. */
export const SLOTS = ['slot0', 'slot1', 'slot2', 'slot3', 'slot4'] as const;
export type Slot = (typeof SLOTS)[number];

/** The slots to try first; `jitter` from 0 to 1 spreads concurrent requests. */
export function firstSlots(wanted: number, jitter: number): Slot[] {
  const start = Math.floor(jitter * SLOTS.length);
  const inOrder = [...SLOTS.slice(start), ...SLOTS.slice(0, start)];
  return inOrder.slice(0, wanted);
}

/** The holder of slots that were taken together. */
export function leaseOf(webhook: Webhook, [first]: readonly Slot[]): string | undefined {
  return first && webhook[first];
}

export type Availability =
  | { kind: 'deleted' }
  | { kind: 'disabled' }
  | { kind: 'open'; webhook: Webhook }
  | { kind: 'full' }
  | { kind: 'free'; slots: Slot[] };

/** Evaluates the row that was found when slots were refused. A probe passes an open breaker. */
export function availability(found: Webhook | undefined, isProbe: boolean, now: Date): Availability {
  if (!found) return { kind: 'deleted' };
  if (found.status === 'disabled') return { kind: 'disabled' };
  if (isBreakerOpen(found) && !isProbe) return { kind: 'open', webhook: found };
  const slots = SLOTS.filter((slot) => (found[slot] ?? '') < now.toISOString());
  return slots.length > 0 ? { kind: 'free', slots } : { kind: 'full' };
}

/**
 * How many of a lane's processes may work for one organization at once, however many webhooks it has. A process ends with its
 * slowest delivery, so an organization whose receivers all hang occupies this many, and leaves the rest to the others.
 */
export function organizationShare(processes: number): number {
  return Math.max(1, Math.floor((processes * 2) / 3));
}

/** The slots of an organization in a lane with this many processes: attributes of one item. */
export function organizationSlots(lane: Lane, processes: number): string[] {
  return Array.from({ length: organizationShare(processes) }, (_, number) => `${lane}${number}`);
}
