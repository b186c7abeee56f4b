import { oldestKept, UNRELAYED_AFTER_SECONDS } from '../../shared/outbox/outbox.schema.ts';
import type { DueEntry, UnrelayedStore } from '../../shared/outbox/unrelayed.store.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { pagesWhile } from '../../shared/table/queries.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface OutboxSweepPorts {
  outbox: UnrelayedStore;
  clock: Clock;
  log: Log;
}

export interface OutboxSweepResult {
  copied: number;
  /** Failures of single entries, which do not stop the others. */
  failures: unknown[];
}

/** Per shard and run: adds no more to the relay's work than it does in a minute. The rest stays due. */
const MAX_COPIES = 500;
/** Limits the backoff between copies of one entry: 2^6 times five minutes. */
const MAX_DOUBLINGS = 6;

/**
 * Copies the events of a shard that the relay should have numbered long ago: the stream lost them (a restore, a stop of the local
 * cloud), or the relay is late. A copy of an event that the relay has handled changes nothing.
 */
export async function sweepOutbox(shard: number, ports: OutboxSweepPorts, endsAt: Date): Promise<OutboxSweepResult> {
  const swept: OutboxSweepResult = { copied: 0, failures: [] };
  const pages = pagesWhile(
    () => swept.copied < MAX_COPIES && ports.clock() < endsAt,
    (startAt) => ports.outbox.dueBefore(shard, ports.clock(), startAt),
  );
  for await (const page of pages) for (const id of page.ids) await sweepEntry(id, ports, swept);
  return swept;
}

async function sweepEntry(id: string, ports: OutboxSweepPorts, swept: OutboxSweepResult): Promise<void> {
  try {
    if (await copyIfUnrelayed(id, ports)) swept.copied += 1;
  } catch (cause) {
    ports.log('error', 'an outbox entry could not be swept', { eventId: id, cause });
    swept.failures.push(cause);
  }
}

async function copyIfUnrelayed(id: string, { outbox, clock, log }: OutboxSweepPorts): Promise<boolean> {
  const now = clock();
  const entry = await outbox.find(id);
  if (entry === undefined) return false;
  if ('unreadable' in entry) {
    // The relay cannot read it either; the stream stored it among the relay's failures. A later deployment may read it.
    log('error', 'poisoned outbox record', { eventId: id, cause: entry.unreadable });
    await outbox.postpone(id, addSeconds(now, pauseSeconds(MAX_DOUBLINGS)));
    return false;
  }
  const dueAgainAt = nextCopyAt(entry, now);
  if (dueAgainAt === undefined) {
    await outbox.unmark(id);
    return false;
  }
  const isCopied = await outbox.copy(entry, dueAgainAt, now);
  if (isCopied) log('warn', 'an event was not relayed: its entry is copied', { eventId: id, copies: entry.copies + 1 });
  return isCopied;
}

/** The time of the next copy, in case this one is lost too; undefined beyond the log's retention. */
export function nextCopyAt({ createdAt, copies }: DueEntry, now: Date): string | undefined {
  if (createdAt < oldestKept(now).toISOString()) return undefined;
  return addSeconds(now, pauseSeconds(copies));
}

function pauseSeconds(copies: number): number {
  return UNRELAYED_AFTER_SECONDS * 2 ** Math.min(copies, MAX_DOUBLINGS);
}
