import * as z from 'zod/mini';
import { hostOfUrl } from '../../../contract/domain-name.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { BREAKER_OPENS_AT, isBreakerOpen } from './circuit-breaker.ts';
import type { Webhook } from './webhook.schema.ts';

/** How a host stood towards an organization's webhooks that are gone or lead elsewhere now, or have found it hanging. */
export const ReceiverMemory = storedObject({
  organizationId: z.string(),
  host: z.string(),
  /** The circuit breaker of whoever comes next begins with these (webhook.schema.ts). */
  timeoutsInRow: z.int(),
  probeAt: z.optional(z.string()),
  probes: z.optional(z.int()),
  expiresAtSeconds: z.int(),
});
export type ReceiverMemory = z.infer<typeof ReceiverMemory>;

// What the sender knows of a receiver outlives the webhook: else whoever deletes a webhook that hangs and makes it again begins
// with a closed circuit breaker each time.

/** A host that hung is not suspected for ever. */
export const REMEMBERED_SECONDS = 86_400;

type Breaker = Partial<Pick<Webhook, 'timeoutsInRow' | 'probeAt' | 'probes'>>;

/**
 * What is to be remembered of a webhook's host: the worse of what its row and what is known already say; undefined where it has
 * not hung.
 */
export function receiverMemoryOf(webhook: Webhook, known: ReceiverMemory | undefined, now: Date): ReceiverMemory | undefined {
  const { organizationId, url, timeoutsInRow = 0 } = webhook;
  if (timeoutsInRow === 0) return undefined;
  const worse = known && known.timeoutsInRow > timeoutsInRow ? known : webhook;
  const expiresAtSeconds = expirySeconds(now, REMEMBERED_SECONDS);
  return {
    organizationId,
    host: hostOfUrl(url),
    ...breakerOf(worse),
    timeoutsInRow: worse.timeoutsInRow ?? 0,
    expiresAtSeconds,
  };
}

/**
 * Where the row of a webhook begins whose receiver is new: in the slow lane until that answers quickly, and with what is known of
 * its host.
 */
export function newToReceiver(known: ReceiverMemory | undefined): Breaker & { isSlow: true } {
  return { ...(known && breakerOf(known)), isSlow: true };
}

/** The same where it is enabled again: it is tried at once, and one more time-out opens the breaker again. */
export function enabledAgain({ timeoutsInRow }: Breaker): Breaker & { isSlow: true } {
  return { ...(timeoutsInRow !== undefined && { timeoutsInRow: Math.min(timeoutsInRow, BREAKER_OPENS_AT - 1) }), isSlow: true };
}

/** Whether what is sent to a new webhook waits at first. */
export function isKnownToHang(known: ReceiverMemory | undefined): boolean {
  return known !== undefined && isBreakerOpen(known);
}

function breakerOf({ timeoutsInRow, probeAt, probes }: Breaker): Breaker {
  return {
    ...(timeoutsInRow !== undefined && { timeoutsInRow }),
    ...(probeAt !== undefined && { probeAt }),
    ...(probes !== undefined && { probes }),
  };
}
