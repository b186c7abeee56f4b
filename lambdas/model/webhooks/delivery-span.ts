import { rolledAt, timeDigitsAt } from '../../shared/ids/ulid.ts';
import { oldestKept } from '../../shared/outbox/outbox-retention.ts';
import { monthOf, monthsBetween } from '../../shared/table/keys.ts';

/** Ids of deliveries from one to another, both included: they sort as their events were made. */
export interface Span {
  first: string;
  last: string;
}

const HOUR_MS = 3_600_000;
/** An id is rolled while the work that makes its event is done: a little later than the event says, and a step may take minutes. */
const SLACK_MS = 300_000;

/** Every delivery that is kept: none that waits for TTL. */
export function keptSpan(now: Date): Span {
  return spanOf(oldestKept(now), now);
}

/** Every delivery of an event that was made between two instants, and some more. */
export function spanOf(since: Date, until: Date): Span {
  return { first: lowestId(since.getTime() - SLACK_MS), last: `${lowestId(until.getTime() + SLACK_MS)}~` };
}

function lowestId(at: number): string {
  return `dlv_${timeDigitsAt(new Date(at))}`;
}

/** The months of a span, oldest first: each is a partition. */
export function monthsOf({ first, last }: Span): string[] {
  return monthsBetween(rolledAt(first), rolledAt(last));
}

/** Spans of one month each that hold these ids and not many others: none has a gap of an hour. */
export function spansAround(ids: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const id of ids.toSorted()) {
    const last = spans.at(-1);
    if (last && isNear(last.last, id)) last.last = id;
    else spans.push({ first: id, last: id });
  }
  return spans;
}

function isNear(id: string, next: string): boolean {
  const [from, to] = [rolledAt(id), rolledAt(next)];
  return monthOf(from) === monthOf(to) && to.getTime() - from.getTime() < HOUR_MS;
}
