import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import { isTest, newDelivery, nextSeries, rangeBetween } from '../../model/webhooks/delivery.ts';
import { firstAttempt } from '../../model/webhooks/delivery-message.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ReplayCursor, ReplayDeliveriesRequest } from './delivery-requests.schema.ts';
import { EVENTS_AT_ONCE, missedEvents, missedPeriod, type Period } from './missed-events.ts';

export interface Replay {
  webhook: Webhook;
  states: ReplayDeliveriesRequest['states'];
  period: Period;
  now: Date;
}
/** Started deliveries. Missed ones carry the body to send. */
export interface ReplayBatch {
  begun: { delivery: Delivery; body?: string }[];
  /** Absent at the end. */
  next?: ReplayPosition;
}
export type ReplayPosition = Omit<ReplayCursor, 'until'>;

export const LARGEST_BATCH = EVENTS_AT_ONCE;

export function firstReplayPosition(states: Replay['states']): ReplayPosition {
  return { state: states.includes('failed') ? 'failed' : 'missed' };
}

/** Failed deliveries first, then missed events, each oldest first. */
export async function replayBatch(
  replay: Replay,
  place: ReplayPosition,
  ports: Pick<Rows, 'deliveryLists' | 'eventLog'>,
): Promise<ReplayBatch> {
  if (place.state === 'missed') return missedBatch(replay, place, ports);
  const { begun, next } = await failedBatch(replay, place, ports);
  if (next || !replay.states.includes('missed')) return { begun, ...(next && { next }) };
  return { begun, next: { state: 'missed' } };
}

async function failedBatch(
  { webhook, period }: Replay,
  { behind }: ReplayPosition,
  { deliveryLists }: Pick<Rows, 'deliveryLists'>,
): Promise<ReplayBatch> {
  const span = rangeBetween(period.since, period.until);
  const { items, hasMore } = await deliveryLists.between(webhook, span, { behind, limit: LARGEST_BATCH });
  const [first, end] = [period.since.toISOString(), period.until.toISOString()];
  const failed = items.filter(
    (delivery) => delivery.state === 'failed' && !isTest(delivery) && delivery.createdAt >= first && delivery.createdAt <= end,
  );
  const last = items.at(-1)?.id ?? behind;
  return {
    begun: failed.map((delivery) => ({ delivery: nextSeries(delivery) })),
    ...(hasMore && last !== undefined && { next: { state: 'failed' as const, behind: last } }),
  };
}

async function missedBatch(
  { webhook, period, now }: Replay,
  { after }: ReplayPosition,
  ports: Pick<Rows, 'deliveryLists' | 'eventLog'>,
): Promise<ReplayBatch> {
  const { missed, next } = await missedEvents(webhook, missedPeriod(webhook, now, period), after, now, ports);
  return {
    begun: missed.map((event) => ({ delivery: newDelivery(firstAttempt(event, webhook.id)), body: event.body })),
    ...(next !== undefined && { next: { state: 'missed' as const, after: next } }),
  };
}
