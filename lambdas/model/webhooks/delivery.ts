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
 * The one delivery of an event to a webhook, however often it is made: it sorts with its event, and whoever knows both knows it.
 */
export function deliveryId(eventId: string, webhookId: number): string {
  const hash = createHash('sha256').update(`${eventId} ${webhookId}`).digest();
  return `dlv_${timeDigits(eventId)}${chanceDigits(hash)}`;
}

/** Ids of deliveries from one to another, both included: they sort as their events were made. */
export interface DeliveryIdRange {
  first: string;
  last: string;
}

const HOUR_MS = 3_600_000;
/** An id is made while the work that makes its event is done: a little later than the event says, and a step may take minutes. */
const SLACK_MS = 300_000;

/** Every delivery that is still retained: none that waits for TTL. */
export function retainedRange(now: Date): DeliveryIdRange {
  return rangeBetween(oldestKept(now), now);
}

/** Every delivery of an event that was made between two instants, and some more. */
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

/** Ranges of one month each that hold these ids and not many others: none has a gap of an hour. */
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

/** Whether a delivery is of a test: its event is in no log, so that the delivery itself has what is sent. */
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

/** A delivery that has ended, begun anew: what was tried stays in its log. */
export function nextSeries(ended: Delivery): Delivery {
  const delivery = omit(ended, 'failure', 'nextAttemptAt', 'claimedUntil', 'claimedBy');
  return { ...delivery, state: 'pending', series: delivery.series + 1, attemptsMade: 0 };
}

/** The webhooks that are told about an event: none where its domain asks for silence, and none that is disabled. */
export function subscribers(webhooks: readonly Webhook[], event: OutboxEvent): Webhook[] {
  return webhooks.filter((webhook) => webhook.status === 'active' && isSubscribed(webhook, event) && isSince(webhook, event));
}

/** A redrive tells nobody of what was before them. */
function isSince({ createdAt }: Webhook, event: OutboxEvent): boolean {
  return event.createdAt >= addSeconds(new Date(createdAt), -CLOCK_SKEW_SECONDS);
}

/** Whether an event is for a webhook while that is enabled. */
export function isSubscribed({ events }: Webhook, { event, notify }: OutboxEvent): boolean {
  return notify && (events.includes(event) || events.includes('*'));
}

interface End {
  id: string;
  at: string;
  state: 'succeeded' | 'failed';
  /** What was delivered, or was to be. */
  body: string | undefined;
}

/** The end of a delivery, for the timeline of the domain that its event is about. */
export function deliveryTimeline({ id, at, state, body }: End): TimelineEntry {
  return { id, at, what: `delivery.${state}`, code: diagnosisIn(body), actor: { type: 'service' } };
}

/** The diagnosis in the event itself: the domain may have moved on, and is not read for this. */
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
