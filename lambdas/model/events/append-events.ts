import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { OUTBOX_SHARDS } from '../../shared/table/keys.ts';
import { againAfterLostRace, LostRace } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { AddressedEvent, EventAppendStore } from './event-append.store.ts';

export interface AppendPorts<Webhook> {
  log: EventAppendStore;
  /** Parses the organization's webhooks from their rows. */
  readWebhooks: (rows: readonly Item[]) => Webhook[];
  recipientsAmong: (webhooks: readonly Webhook[], event: OutboxEvent) => number[];
  pause: Pause;
}
export type NumberedEvent = AddressedEvent & { number: number };
/** The number and recipients of an event. They are decided once, however often the event arrives. */
type EventNumbers = Map<string, { number: number; recipients: number[] }>;

/**
 * As many relays may append at once as an organization's outbox has partitions, and each round one of them wins: some three
 * seconds.
 */
const TRIES = OUTBOX_SHARDS + 2;
/** A transaction has the counter, an hour, and two items per event. */
const MAX_AT_ONCE = Math.floor((AWS_LIMITS.transactionItems.value - 2) / 2);

/**
 * Numbers an organization's events, each once, however often it arrives. Returns each event once, and the organization's
 * webhooks. Events older than the log's retention are omitted. After some thirty lost races it throws the last LostRace.
 */
export async function appendEvents<Webhook>(
  organizationId: string,
  events: readonly OutboxEvent[],
  now: Date,
  ports: AppendPorts<Webhook>,
): Promise<{ logged: NumberedEvent[]; webhooks: Webhook[] }> {
  const retained = events.filter(({ createdAt }) => createdAt >= oldestKept(now).toISOString());
  const each = [...new Map(retained.map((event) => [event.id, event])).values()];
  const places: EventNumbers = new Map(
    retained.flatMap(({ id, number, recipients }) => (number === undefined || !recipients ? [] : [[id, { number, recipients }]])),
  );
  const webhooks = await againAfterLostRace(TRIES, () => numberAll(organizationId, each, places, now, ports), ports.pause);
  const logged = each.map((event) => {
    const place = places.get(event.id);
    if (!place) throw new Error(`event ${event.id} was not numbered`);
    return { ...event, ...place };
  });
  return { logged, webhooks };
}

/** Adds everything it learns to `places`, from a lost race too. */
async function numberAll<Webhook>(
  organizationId: string,
  events: readonly OutboxEvent[],
  places: EventNumbers,
  now: Date,
  { log, readWebhooks, recipientsAmong }: AppendPorts<Webhook>,
): Promise<Webhook[]> {
  const { webhooks: rows, counter } = await log.end(organizationId);
  const webhooks = readWebhooks(rows);
  let end = counter;
  const addressed = events
    .filter(({ id }) => !places.has(id))
    .map((event) => ({ ...event, recipients: recipientsAmong(webhooks, event) }));
  for (const some of chunksOf(addressed)) {
    end = await log.append(organizationId, end, some, now).catch((error: unknown) => {
      if (error instanceof LostRace) learnFrom(error, some, places);
      throw error;
    });
    const first = end.last - some.length + 1;
    for (const [index, { id, recipients }] of some.entries()) places.set(id, { number: first + index, recipients });
  }
  return webhooks;
}

function chunksOf(events: readonly AddressedEvent[]): AddressedEvent[][] {
  const chunks = Math.ceil(events.length / MAX_AT_ONCE);
  return Array.from({ length: chunks }, (_, index) => events.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE));
}

/** After the counter, `found` has the entries that another relay has numbered. */
function learnFrom({ found: [, ...entries] }: LostRace, events: readonly AddressedEvent[], places: EventNumbers): void {
  for (const [index, { id }] of events.entries()) {
    const { number, recipients } = entries[index] ?? {};
    if (typeof number === 'number' && Array.isArray(recipients)) places.set(id, { number, recipients: recipients.map(Number) });
  }
}
