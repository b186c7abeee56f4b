import type { CheckRound, Part, WatchCursor } from '../../model/domains/watch-cursor.store.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { ScanPorts } from '../../wiring/scan.wiring.ts';
import { type DueSlots, slotsDue, WHOLE_SHARD } from './day-slots.ts';
import { runInOrder } from './run-in-order.ts';

export type VisitOutcome = 'quiet' | 'changed' | 'gone' | 'lost-race';

export type VisitOne = (item: Item, round: CheckRound) => Promise<VisitOutcome>;

type Uses = Pick<ScanPorts, 'watches' | 'watchCursors' | 'clock' | 'log' | 'settings'> & { visit: VisitOne };

export interface VisitResult {
  check: Partial<Record<VisitOutcome, number>>;
  ask: Partial<Record<VisitOutcome, number>>;
  /** Failures of single domains, which do not stop the others. */
  failures: unknown[];
  /** The delay of visits behind their slots at the end of the run, without those a whole day late. */
  lagSeconds: number;
}

/** Visits that wait for the CA, DNS and customers' servers in parallel. */
const AT_ONCE = 25;
const SHIFT: Record<CheckRound, 0 | 0.5> = { check: 0, ask: 0.5 };

/**
 * Visits a shard's domains whose slots became due since the last run, page by page while there is time. The cursor moves after
 * each page, so a late, partial or killed run loses nothing and the next one continues. Of two concurrent runs, one stops at the
 * end of its page.
 */
export async function visitShard(shard: number, ports: Uses, endsAt: Date, part = WHOLE_SHARD): Promise<VisitResult> {
  const visited: VisitResult = { check: {}, ask: {}, failures: [], lagSeconds: 0 };
  const cursor = await cursorOf(shard, part, ports);
  const run: Run = { shard, part, ports, visited, isOver: () => ports.clock() >= endsAt, cursor };
  try {
    // Asking the CA is fast, so it must not wait behind customers' servers that do not answer.
    await visitRound('ask', run);
    await visitRound('check', run);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    ports.log('info', 'another run visits the shard', { shard });
  }
  return { ...visited, lagSeconds: lagOf(run) };
}

/**
 * A part without a cursor begins now, when the visits were just divided: the undivided shard has visited its domains within the
 * day, and each is due within the next.
 */
async function cursorOf(shard: number, part: Part, { watchCursors, clock }: Uses): Promise<WatchCursor> {
  const cursor = await watchCursors.get(shard, part);
  if (part.of === 1 || cursor.version > 0) return cursor;
  const begun = { until: clock().toISOString() };
  try {
    return await watchCursors.move(
      { shard, part },
      await watchCursors.move({ shard, part }, cursor, 'check', begun),
      'ask',
      begun,
    );
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    return watchCursors.get(shard, part); // a concurrent run created it
  }
}

interface Run {
  shard: number;
  part: Part;
  ports: Uses;
  visited: VisitResult;
  isOver: () => boolean;
  cursor: WatchCursor;
}

/** The larger delay of both rounds; a whole day if unknown. */
function lagOf({ cursor, ports: { clock, settings } }: Run): number {
  const day = settings.timings.watchDaySeconds;
  const seconds = [cursor.check, cursor.ask].map((position) =>
    position ? (clock().getTime() - Date.parse(position.until)) / 1000 : day,
  );
  return Math.min(day, Math.max(0, ...seconds));
}

async function visitRound(round: CheckRound, run: Run): Promise<void> {
  const { clock, settings } = run.ports;
  const day = { seconds: settings.timings.watchDaySeconds, shift: SHIFT[round], part: run.part };
  for (const slots of slotsDue(run.cursor[round], clock(), day)) if (!(await visitSlots(round, slots, run))) return;
}

/** Returns true if all slots were visited. */
async function visitSlots(round: CheckRound, slots: DueSlots, run: Run): Promise<boolean> {
  const { shard, part, ports, visited, isOver } = run;
  let { after } = slots;
  while (!isOver()) {
    const { first, last } = slots;
    const { entries, hasMore } = await ports.watches.page(shard, { first, last, ...(after !== undefined && { after }) });
    const done = await runInOrder(entries, AT_ONCE, isOver, ({ item }) => visitOne(item, round, ports, visited));
    const isDone = done === entries.length && !hasMore;
    after = entries[done - 1]?.sortKey;
    if (!isDone && after === undefined) return false;
    run.cursor = await ports.watchCursors.move(
      { shard, part },
      run.cursor,
      round,
      slots.positionAfter(isDone ? undefined : after),
    );
    if (isDone) return true;
  }
  return false;
}

async function visitOne(item: Item, round: CheckRound, ports: Uses, visited: VisitResult): Promise<void> {
  try {
    const outcome = await ports.visit(item, round);
    visited[round][outcome] = (visited[round][outcome] ?? 0) + 1;
  } catch (cause) {
    ports.log('error', 'a domain could not be visited', { domainId: item.domainId, round, cause });
    visited.failures.push(cause);
  }
}
