import { createHash } from 'node:crypto';
import { chanceDigits, timeDigits } from '../../shared/ids/ulid.ts';

/** The one delivery of an event to a webhook, however often it is made: it sorts with its event, and whoever knows both knows it. */
export function deliveryId(eventId: string, webhookId: number): string {
  const hash = createHash('sha256').update(`${eventId} ${webhookId}`).digest();
  return `dlv_${timeDigits(eventId)}${chanceDigits(hash)}`;
}
