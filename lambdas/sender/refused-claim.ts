import type { Delivery } from '../model/webhooks/delivery.schema.ts';
import type { DeliveryMessage } from '../model/webhooks/delivery-message.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { needsMessage } from './after-attempt.ts';

/** What is done with a message whose attempt its delivery's row refuses. */
export type RefusedClaim =
  /** It was done, or is waiting elsewhere. */
  | { kind: 'drop' }
  /** Its attempt is to be made then, if it was not by that time. */
  | { kind: 'queue'; attempt: number; dueAt: string };

/**
 * The queue delivers at least once, and a sender may die at any point. An attempt that is under way is looked at again when its
 * claim has ended: who holds it may be dead. One that was recorded, while the next waits nowhere: its message was lost.
 */
export function refusedClaim(message: DeliveryMessage, found: Delivery, now: Date): RefusedClaim {
  if (found.state !== 'pending' || found.series !== message.series) return { kind: 'drop' };
  const next = found.attemptsMade + 1;
  if (found.claimedUntil !== undefined && found.claimedUntil >= now.toISOString()) {
    return next === message.attempt
      ? { kind: 'queue', attempt: next, dueAt: addSeconds(new Date(found.claimedUntil), 1) }
      : { kind: 'drop' };
  }
  if (found.duePk !== undefined && !needsMessage(found)) return { kind: 'drop' };
  return { kind: 'queue', attempt: next, dueAt: found.nextAttemptAt ?? now.toISOString() };
}
