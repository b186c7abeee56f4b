import { createHash } from 'node:crypto';
import { DIAGNOSIS_CODES, type DiagnosisCode } from '../../../contract/api/error-codes.ts';
import { chanceDigits, rolledAt, timeDigits, timeDigitsAt } from '../../shared/ids/id-formats.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds, CLOCK_SKEW_SECONDS, monthOf, monthsBetween } from '../../shared/time/instant.ts';
import type { TimelineEntry } from '../domains/timeline.store.ts';
import type { Delivery, DeliveryMessage } from './delivery.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/**
 * The only delivery of an event to a webhook, however often it is computed: it sorts with its event and follows from both ids.
 */
export function deliveryId(eventId: string, webhookId: number): string {
  const hash = createHash('sha256').update(`${eventId} ${webhookId}`).digest();
  return `dlv_${timeDigits(eventId)}${chanceDigits(hash)}`;
}

/** A range of delivery ids, both ends included: they sort by the creation of their events. */
export interface DeliveryIdRange {
  first: string;
  last: string;
}

const HOUR_MS = 3_600_000;
/** An id is created during the work that creates its event: a little later than the event's time, and a step may take minutes. */
const SLACK_MS = 300_000;

/** Every delivery within its retention: none that only waits for its TTL. */
export function retainedRange(now: Date): DeliveryIdRange {
  return rangeBetween(oldestKept(now), now);
}

/** Every delivery of events created between two instants, and some more. */
export function rangeBetween(since: Date, until: Date): DeliveryIdRange {
  return { first: lowestId(since.getTime() - SLACK_MS), last: `${lowestId(until.getTime() + SLACK_MS)}~` };
}

function lowestId(at: number): string {
  return `dlv_${timeDigitsAt(new Date(at))}`;
}

/** The months of a range, oldest first: each is a partition. */
export function monthsOf({ first, last }: DeliveryIdRange): string[] {
  return monthsBetween(rolledAt(first), rolledAt(last));
}

/** Ranges of one month each that contain these ids and few others: none has a gap of an hour. */
export function rangesAround(ids: readonly string[]): DeliveryIdRange[] {
  const ranges: DeliveryIdRange[] = [];
  for (const id of ids.toSorted()) {
    const last = ranges.at(-1);
    if (last && isNear(last.last, id)) last.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges;
}

function isNear(id: string, next: string): boolean {
  const [from, to] = [rolledAt(id), rolledAt(next)];
  return monthOf(from) === monthOf(to) && to.getTime() - from.getTime() < HOUR_MS;
}

/** True for the delivery of a test: its event is in no log, so the delivery itself has the body. */
export function isTest({ body }: Pick<Delivery, 'body'>): boolean {
  return body !== undefined;
}

/** A delivery whose first attempt is about to be queued. */
export function newDelivery({ deliveryId, eventId, event, domainId, createdAt, ...message }: DeliveryMessage): Delivery {
  const { organizationId, webhookId, series } = message;
  return {
    id: deliveryId,
    organizationId,
    webhookId,
    eventId,
    event,
    ...(domainId !== undefined && { domainId }),
    createdAt,
    state: 'pending',
    series,
    attemptsMade: 0,
    attempts: [],
  };
}

/** Restarts a delivery that has ended. Its log keeps the earlier attempts. */
export function nextSeries(ended: Delivery): Delivery {
  const delivery = omit(ended, 'failure', 'nextAttemptAt', 'claimedUntil', 'claimedBy');
  return { ...delivery, state: 'pending', series: delivery.series + 1, attemptsMade: 0 };
}

/** The webhooks that get an event: none if its domain mutes notifications, and none that is disabled. */
export function subscribers(webhooks: readonly Webhook[], event: OutboxEvent): Webhook[] {
  return webhooks.filter(
    (webhook) => webhook.status === 'active' && isSubscribed(webhook, event) && isNewerThanWebhook(webhook, event),
  );
}

/** A redrive sends a webhook no events from before its creation. */
function isNewerThanWebhook({ createdAt }: Webhook, event: OutboxEvent): boolean {
  return event.createdAt >= addSeconds(new Date(createdAt), -CLOCK_SKEW_SECONDS);
}

/** True when the event is for this webhook while the webhook is enabled. */
export function isSubscribed({ events }: Webhook, { event, notify }: OutboxEvent): boolean {
  return notify && (events.includes(event) || events.includes('*'));
}

interface End {
  id: string;
  at: string;
  state: 'succeeded' | 'failed';
  /** The body that was delivered, or was to be. */
  body: string | undefined;
}

/** The end of a delivery, for the timeline of its event's domain. */
export function deliveryTimeline({ id, at, state, body }: End): TimelineEntry {
  return { id, at, what: `delivery.${state}`, code: diagnosisIn(body), actor: { type: 'service' } };
}

/** The diagnosis in the event itself: the domain may have changed since, and is not read for this. */
function diagnosisIn(body: string | undefined): DiagnosisCode {
  const code = parseBody(body)?.data?.domain?.diagnosis?.code;
  return DIAGNOSIS_CODES.find((known) => known === code) ?? 'in_progress';
}

function parseBody(body: string | undefined): { data?: { domain?: { diagnosis?: { code?: unknown } } } } | undefined {
  try {
    return JSON.parse(body ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
