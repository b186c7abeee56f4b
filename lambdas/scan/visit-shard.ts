import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { WatchStore } from '../model/domains/watch.store.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { type DueSlots, slotsDue } from './day-slots.ts';
import { inOrder } from './in-order.ts';
import type { Round, WatchCursor, WatchCursorStore } from './watch-cursor.store.ts';

/** What a visit came to, for the count. */
export type VisitOutcome = 'quiet' | 'changed' | 'gone' | 'lost-race';

export interface VisitShardPorts {
  watches: Pick<WatchStore, 'page'>;
  cursors: WatchCursorStore;
  /** A domain, by what is remembered of it. */
  visit: (item: Item, round: Round) => Promise<VisitOutcome>;
  clock: Clock;
  log: Log;
  timings: Pick<Timings, 'watchDaySeconds'>;
}

export interface Visited {
  check: Partial<Record<VisitOutcome, number>>;
  ask: Partial<Record<VisitOutcome, number>>;
  /** What went wrong with single domains, which must not keep the run from the others. */
  failures: unknown[];
  /** How far the visits are behind the turns of their slots, at the end. Those that are a day behind are left out. */
  lagSeconds: number;
}

/** So many visits wait for the CA, for DNS and for customers' servers at once. */
const AT_ONCE = 25;
const SHIFT: Record<Round, 0 | 0.5> = { check: 0, ask: 0.5 };

/**
 * Visits the domains of a shard whose slot of the day has had its turn since the last run, page by page while there is time. The
 * cursor moves after each page, so that a run that is late, half done or killed loses nothing: the next one goes on there. Of two
 * runs at once one stops at the end of its page.
 */
export async function visitShard(shard: number, ports: VisitShardPorts, endsAt: Date): Promise<Visited> {
  const visited: Visited = { check: {}, ask: {}, failures: [], lagSeconds: 0 };
  const run: Run = { shard, ports, visited, isOver: () => ports.clock() >= endsAt, cursor: await ports.cursors.get(shard) };
  try {
    // Asking is cheap: it must not wait behind customers' servers that do not answer.
    await visitRound('ask', run);
    await visitRound('check', run);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    ports.log('info', 'another run visits the shard', { shard });
  }
  return { ...visited, lagSeconds: lagOf(run) };
}

interface Run {
  shard: number;
  ports: VisitShardPorts;
  visited: Visited;
  isOver: () => boolean;
  cursor: WatchCursor;
}

/** Of the round that is further behind; a day where nobody knows. */
function lagOf({ cursor, ports: { clock, timings } }: Run): number {
  const day = timings.watchDaySeconds;
  const seconds = [cursor.check, cursor.ask].map((position) =>
    position ? (clock().getTime() - Date.parse(position.until)) / 1000 : day,
  );
  return Math.min(day, Math.max(0, ...seconds));
}

async function visitRound(round: Round, run: Run): Promise<void> {
  const { clock, timings } = run.ports;
  const day = { seconds: timings.watchDaySeconds, shift: SHIFT[round] };
  for (const slots of slotsDue(run.cursor[round], clock(), day)) if (!(await visitSlots(round, slots, run))) return;
}

/** Answers whether it came to their end. */
async function visitSlots(round: Round, slots: DueSlots, run: Run): Promise<boolean> {
  const { shard, ports, visited, isOver } = run;
  let { after } = slots;
  while (!isOver()) {
    const { first, last } = slots;
    const { entries, hasMore } = await ports.watches.page(shard, { first, last, ...(after !== undefined && { after }) });
    const done = await inOrder(entries, AT_ONCE, isOver, ({ item }) => visitOne(item, round, ports, visited));
    const isDone = done === entries.length && !hasMore;
    after = entries[done - 1]?.sortKey;
    if (!isDone && after === undefined) return false;
    run.cursor = await ports.cursors.move(shard, run.cursor, round, slots.positionAfter(isDone ? undefined : after));
    if (isDone) return true;
  }
  return false;
}

async function visitOne(item: Item, round: Round, ports: VisitShardPorts, visited: Visited): Promise<void> {
  try {
    const outcome = await ports.visit(item, round);
    visited[round][outcome] = (visited[round][outcome] ?? 0) + 1;
  } catch (cause) {
    ports.log('error', 'a domain could not be visited', { domainId: item.domainId, round, cause });
    visited.failures.push(cause);
  }
}
