import { AWS_LIMITS } from '../../shared/contract/aws-limits.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { oldestKept } from '../../shared/outbox/outbox-retention.ts';
import { againAfterLostRace, LostRace } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { EventAppendStore } from './event-append.store.ts';

export interface AppendPorts {
  log: EventAppendStore;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}
export type NumberedEvent = OutboxEvent & { number: number };
type Numbers = Map<string, number>;

/** As many relays may append at once as an organization's outbox has partitions, and each round one of them wins. */
const TRIES = 10;
/** A transaction has the counter, an hour, and two for each event. */
const MOST_AT_ONCE = Math.floor((AWS_LIMITS.transactionItems.value - 2) / 2);

/**
 * Numbers an organization's events, each once, however often it comes. Answers each event once, and the rows of the organization's
 * webhooks; an event older than what the log keeps is left out. Throws the tenth LostRace.
 */
export async function appendEvents(
  organizationId: string,
  events: readonly OutboxEvent[],
  now: Date,
  { log, pause }: AppendPorts,
): Promise<{ logged: NumberedEvent[]; webhooks: Item[] }> {
  const retained = events.filter(({ createdAt }) => createdAt >= oldestKept(now).toISOString());
  const each = [...new Map(retained.map((event) => [event.id, event])).values()];
  const numbers: Numbers = new Map(retained.flatMap(({ id, number }) => (number === undefined ? [] : [[id, number]])));
  const webhooks = await againAfterLostRace(TRIES, () => numberAll(organizationId, each, numbers, now, log), pause);
  return { logged: each.map((event) => ({ ...event, number: numbers.get(event.id) as number })), webhooks };
}

/** Adds to `numbers` whatever it learns, from a lost race too. */
async function numberAll(
  organizationId: string,
  events: readonly OutboxEvent[],
  numbers: Numbers,
  now: Date,
  log: EventAppendStore,
): Promise<Item[]> {
  const { webhooks, counter } = await log.end(organizationId);
  let end = counter;
  for (const some of chunksOf(events.filter(({ id }) => !numbers.has(id)))) {
    const { last } = end;
    end = await log.append(organizationId, end, some, now).catch((error: unknown) => {
      if (error instanceof LostRace) learnFrom(error, some, numbers);
      throw error;
    });
    for (const [index, { id }] of some.entries()) numbers.set(id, last + 1 + index);
  }
  return webhooks;
}

function chunksOf(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const chunks = Math.ceil(events.length / MOST_AT_ONCE);
  return Array.from({ length: chunks }, (_, index) => events.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE));
}

/** Behind the counter `found` has the entries that somebody else has numbered. */
function learnFrom({ found: [, ...entries] }: LostRace, events: readonly OutboxEvent[], numbers: Numbers): void {
  for (const [index, { id }] of events.entries()) {
    const number = entries[index]?.number;
    if (typeof number === 'number') numbers.set(id, number);
  }
}
