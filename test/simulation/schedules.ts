import { SENDER_SECONDS } from '../../contract/stack/timings.schema.ts';
import type { Chance } from './chance.ts';
import type { Due, DueIndex } from './due.ts';
import type { Functions } from './functions.ts';
import type { Scheduler } from './scheduler.ts';

/** Longest run of the scan of one shard, with its visits. */
const SCAN_SECONDS = 300;
/** Longest run of the zone writer. */
export const ZONE_SECONDS = 45;

interface Schedule {
  name: string;
  index: DueIndex;
  seconds: number;
  run: (functions: Functions, shards: readonly number[]) => Promise<unknown>;
  nextMs: number;
  longestSeconds?: number;
}

const SCHEDULES: readonly Omit<Schedule, 'nextMs'>[] = [
  { name: 'sweep', index: 'sweep', seconds: 300, run: (each, [shard = 0]) => each.sweep(shard) },
  { name: 'sweep-outbox', index: 'outbox', seconds: 300, run: (each, [shard = 0]) => each.sweepOutbox(shard) },
  { name: 'scan', index: 'scan', seconds: 300, run: (each, [shard = 0]) => each.scan(shard), longestSeconds: SCAN_SECONDS },
  { name: 'dispatch', index: 'dispatch', seconds: 60, run: (each) => each.dispatch() },
  { name: 'reconcile', index: 'reconcile', seconds: 300, run: (each) => each.reconcile() },
  { name: 'publish-zone', index: 'zone', seconds: 300, run: (each) => each.publishZone(), longestSeconds: ZONE_SECONDS },
  { name: 'move', index: 'move', seconds: 60, run: (each, shards) => each.moveDue(shards), longestSeconds: SENDER_SECONDS },
];

interface SchedulesOptions {
  chance: Chance;
  due: Due;
  invoke: (name: string, work: (functions: Functions) => Promise<unknown>, longestSeconds?: number) => Promise<unknown>;
}

/** EventBridge schedules, which may invoke a function twice or not at all. */
export class Schedules {
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #due: Due;
  readonly #invoke: SchedulesOptions['invoke'];
  readonly #schedules: Schedule[] = SCHEDULES.map((each) => ({ ...each, nextMs: Number.POSITIVE_INFINITY }));

  constructor(scheduler: Scheduler, { chance, due, invoke }: SchedulesOptions) {
    this.#scheduler = scheduler;
    this.#due = due;
    this.#invoke = invoke;
    this.#chance = chance;
  }

  /** Call it when the table changes. Runs without work are skipped, because nothing depends on them. */
  wake(): void {
    const changed = this.#due.takeChanged();
    if (changed.size === 0) return;
    for (const schedule of this.#schedules) if (changed.has(schedule.index)) this.#setNext(schedule);
  }

  #setNext(schedule: Schedule): void {
    const dueMs = this.#due.earliest(schedule.index);
    if (dueMs === undefined) return;
    const periodMs = schedule.seconds * 1000;
    const atMs = Math.ceil(Math.max(dueMs, this.#scheduler.nowMs + 1) / periodMs) * periodMs;
    if (schedule.nextMs <= atMs) return;
    schedule.nextMs = atMs;
    this.#scheduler.at(atMs, () => this.#fire(schedule, atMs));
  }

  #fire(schedule: Schedule, atMs: number): void {
    if (schedule.nextMs !== atMs) return;
    schedule.nextMs = Number.POSITIVE_INFINITY;
    const { faults, nowMs } = this.#scheduler;
    const isDue = (this.#due.earliest(schedule.index) ?? Number.POSITIVE_INFINITY) <= nowMs;
    const times = faults.meets('schedule comes twice') ? 2 : 1;
    const isMissed = !isDue || faults.meets('schedule is missed');
    for (let run = 0; run < times && !isMissed; run += 1) this.#scheduler.begin(() => this.#runShards(schedule));
    this.#setNext(schedule);
  }

  /** Runs the shards with due work, in random order. */
  async #runShards({ name, index, run, longestSeconds }: Schedule): Promise<void> {
    const shards = this.#due.shardsAt(index, this.#scheduler.nowMs);
    const first = this.#chance.below(shards.length);
    const inOrder = [...shards.slice(first), ...shards.slice(0, first)];
    for (const some of index === 'move' ? [inOrder] : inOrder.map((shard) => [shard]))
      await this.#invoke(name, (functions) => run(functions, some), longestSeconds);
  }
}
