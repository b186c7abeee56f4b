import type { Command } from 'commander';
import { orderedCas } from '../../../contract/stack/settings.schema.ts';
import { type WatchCursor, type WatchCursorStore, watchCursorStore } from '../../../lambdas/model/domains/watch-cursor.store.ts';
import { type DueDeliveryStore, dueDeliveryStore } from '../../../lambdas/model/webhooks/due-delivery.store.ts';
import { switchStore } from '../../../lambdas/shared/switches/switches.store.ts';
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { deployedSettings, type Session } from '../connect.ts';
import { caStatus, statusPorts } from './ca-status-commands.ts';
import type { AlarmState, QueueState, StackState } from './deployment-state.gateway.ts';
import { pausedRows } from './switch-commands.ts';

type Row = Record<string, unknown>;

export interface StatusSources {
  paused: () => Promise<Row[]>;
  cas: () => Promise<Row[]>;
  queues: () => Promise<QueueState[]>;
  dueDeliveries: () => Promise<Waiting>;
  visits: () => Promise<WatchCursor[]>;
  alarms: () => Promise<AlarmState[]>;
  stacks: () => Promise<StackState[]>;
}

export interface Waiting {
  count: number;
  oldestAt?: string | undefined;
}

/** Name endings of queues whose messages a person must handle. In other queues, messages wait for their function. */
const DEAD_LETTERS = /(Dead|Undelivered|Failed|Failures|GaveUp|Uses)$/;

/** The service's state on one screen. A source that does not answer, for example in an outage, is shown as unknown. */
export async function serviceStatus(sources: StatusSources, now: Date): Promise<Record<string, Row[]>> {
  const [paused, cas, queues, due, cursors, alarms, stacks] = await Promise.all([
    readIfPossible(sources.paused()),
    readIfPossible(sources.cas()),
    readIfPossible(sources.queues()),
    readIfPossible(sources.dueDeliveries()),
    readIfPossible(sources.visits()),
    readIfPossible(sources.alarms()),
    readIfPossible(sources.stacks()),
  ]);
  return {
    stacks: rowsOf(stacks, (all) => all.map(({ stack, status, deployedAt }) => ({ stack, status, deployed_at: deployedAt }))),
    paused: rowsOf(paused, (all) => all),
    alarms: rowsOf(alarms, (all) => all.map((alarm) => ({ ...alarm }))),
    cas: rowsOf(cas, (all) => all.map(({ ca, health, queue }) => ({ ca, health, queue }))),
    waiting: [
      ...rowsOf(due, ({ count, oldestAt }) => [
        { what: 'deliveries due in the table', count, oldest: oldestAt === undefined ? undefined : spanText(oldestAt, now) },
      ]),
      ...rowsOf(cursors, (all) => [{ what: 'visits of domains', oldest: visitsText(all, now) }]),
      ...rowsOf(queues, (all) =>
        all
          .filter(({ queue }) => !DEAD_LETTERS.test(queue))
          .map(({ queue, messages }) => ({ what: `queue ${queue}`, count: messages })),
      ),
    ],
    dead_letters: rowsOf(queues, (all) => all.filter(({ queue }) => DEAD_LETTERS.test(queue)).map((queue) => ({ ...queue }))),
  };
}

type ReadOrNot<T> = { kind: 'known'; value: T } | { kind: 'unknown'; why: string };

async function readIfPossible<T>(reading: Promise<T>): Promise<ReadOrNot<T>> {
  try {
    return { kind: 'known', value: await reading };
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function rowsOf<T>(read: ReadOrNot<T>, rows: (value: T) => Row[]): Row[] {
  return read.kind === 'known' ? rows(read.value) : [{ unknown: read.why }];
}

/** Each domain is visited once a day in each of two rounds. A shard's lag is the age of the slot that it visited last. */
function visitsText(cursors: readonly WatchCursor[], now: Date): string {
  const untils = cursors.flatMap(({ check, ask }) => [check, ask]).flatMap((position) => (position ? [position.until] : []));
  const [first] = untils.toSorted();
  const unvisited = cursors.filter(({ check }) => check === undefined).length;
  if (first === undefined) return 'none yet';
  return `${spanText(first, now)} behind${unvisited === 0 ? '' : `; none yet in ${unvisited} of ${cursors.length} shards`}`;
}

/** A divided shard has a cursor per part. The cursor of the whole shard, or of another division, no longer moves. */
export function visitsOf(
  { get }: Pick<WatchCursorStore, 'get'>,
  { parts = 1 }: { parts?: number | undefined },
): Promise<WatchCursor[]> {
  const all = Array.from({ length: DUE_SHARDS * parts }, (_, number) => number);
  return Promise.all(all.map((number) => get(number % DUE_SHARDS, { index: Math.floor(number / DUE_SHARDS), of: parts })));
}

function spanText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 60_000));
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MAX_PAGES = 10;

/** Counts attempts that the mover has not queued yet, and webhooks with parked deliveries that it has not checked yet. */
export async function dueDeliveries({ due }: Pick<DueDeliveryStore, 'due'>, now: Date): Promise<Waiting> {
  const shards = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => dueIn(shard, due, now)));
  const [oldestAt] = shards.flatMap((shard) => shard.oldestAt ?? []).toSorted();
  return { count: shards.reduce((sum, { count }) => sum + count, 0), oldestAt };
}

async function dueIn(shard: number, due: DueDeliveryStore['due'], now: Date): Promise<Waiting> {
  const waiting: Waiting = { count: 0 };
  let startAt: Parameters<typeof due>[2];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { rows, next } = await due(shard, now, startAt);
    waiting.count += rows.length;
    waiting.oldestAt ??= rows[0]?.stepDueAt;
    if (!next) break;
    startAt = next;
  }
  return waiting;
}

export function addStatusCommand(program: Command, session: Session): void {
  program
    .command('status')
    .description('how the service is, on one screen: what is paused, alarms, CAs, what waits, dead letters, the last deployment')
    .action(async () => {
      const { table, clock, stage, ...deployment } = await session.connect();
      const settings = async () => (await deployedSettings(deployment)).settings;
      // Loaded on demand: its SDK clients would slow down every command.
      const { activeAlarms, queuesWithMessages, stacksOf } = await import('./deployment-state.gateway.ts');
      const sources: StatusSources = {
        paused: async () => pausedRows(await switchStore(table).get()),
        cas: async () => {
          const cas = orderedCas(await settings()).map((ca) => statusPorts(table, ca));
          return caStatus(cas, switchStore(table), clock());
        },
        queues: () => queuesWithMessages(stage),
        dueDeliveries: () => dueDeliveries(dueDeliveryStore(table), clock()),
        visits: async () => visitsOf(watchCursorStore(table), (await settings()).scan),
        alarms: () => activeAlarms(stage),
        stacks: () => stacksOf(stage),
      };
      session.print(await serviceStatus(sources, clock()));
    });
}
