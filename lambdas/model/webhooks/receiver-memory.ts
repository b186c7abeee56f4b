import * as z from 'zod/mini';
import { hostOfUrl } from '../../../contract/domain-name.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { BREAKER_OPENS_AT, isBreakerOpen } from './circuit-breaker.ts';
import type { Webhook } from './webhook.schema.ts';

/** The state of a host for an organization's deleted or moved webhooks, or for webhooks that have found it hanging. */
export const ReceiverMemory = storedObject({
  organizationId: z.string(),
  host: z.string(),
  /** The circuit breaker of the next webhook at the host begins with these (webhook.schema.ts). */
  timeoutsInRow: z.int(),
  probeAt: z.optional(z.string()),
  probes: z.optional(z.int()),
  expiresAtSeconds: z.int(),
});
export type ReceiverMemory = z.infer<typeof ReceiverMemory>;

// The state of a receiver outlives the webhook: otherwise, deleting and recreating a hanging webhook would start with a closed
// circuit breaker each time.

/** A host that hung is not suspected forever. */
export const REMEMBERED_SECONDS = 86_400;

type Breaker = Partial<Pick<Webhook, 'timeoutsInRow' | 'probeAt' | 'probes'>>;

/** The state to store for a webhook's host: the worse of its row and the stored one; undefined if it has not hung. */
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
 * The initial sender state of a webhook with a new receiver: in the slow lane until a quick answer, with the stored state of its
 * host.
 */
export function initialSenderState(known: ReceiverMemory | undefined): Breaker & { isSlow: true } {
  return { ...(known && breakerOf(known)), isSlow: true };
}

/** The same for a webhook that is enabled again: it is tried at once, and one more time-out opens the breaker again. */
export function reenabledSenderState({ timeoutsInRow }: Breaker): Breaker & { isSlow: true } {
  return { ...(timeoutsInRow !== undefined && { timeoutsInRow: Math.min(timeoutsInRow, BREAKER_OPENS_AT - 1) }), isSlow: true };
}

/** True when deliveries to a new webhook wait at first. */
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
