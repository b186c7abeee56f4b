import type { CheckRound } from '../../lambdas/model/domains/watch-cursor.store.ts';
import { keys, slotIn, WATCH_SLOTS, ZONE_PARTITION } from '../../lambdas/shared/table/keys.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';

const DAY_MS = 86_400_000;

/** Indexes of due work, one per schedule. */
export type DueIndex = 'sweep' | 'outbox' | 'scan' | 'dispatch' | 'reconcile' | 'move' | 'zone';

/** Tracks when each schedule has work, so that its other runs can be skipped. */
export class Due {
  readonly #queue: string;
  readonly #startMs: number;
  /** Indexes that changed since the last `takeChanged()`. */
  readonly #changed = new Set<DueIndex>();
  readonly #visits = new Map<number, { slots: Map<string, number>; untilMs: Record<CheckRound, number> }>();
  readonly #due = new Map<DueIndex, Map<string, { atMs: number; shard: number }>>();

  /** `queue`: partition of the names that wait for the CA. */
  constructor(queue: string, startMs: number) {
    this.#queue = queue;
    this.#startMs = startMs;
  }

  takeChanged(): ReadonlySet<DueIndex> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return changed;
  }

  /** Updates the indexes from a changed item. */
  note(key: string, after: Item | undefined): void {
    const due = (index: DueIndex, at: unknown, partition: unknown = '#0') => {
      const shard = Number(String(partition).split('#').at(-1));
      const ofIndex = this.#dueOf(index);
      if (typeof at === 'string') ofIndex.set(key, { atMs: Date.parse(at), shard });
      else if (!ofIndex.delete(key)) return;
      this.#changed.add(index);
    };
    if (key.startsWith(`${this.#queue}|`)) due('dispatch', after && new Date(this.#startMs).toISOString());
    // The sweep has rescheduled the domains that wait for DNS after a restore.
    if (key.endsWith('|EPOCH')) due('sweep', undefined);
    if (key.endsWith('|USE')) due('reconcile', after?.stepDueAt);
    if (/^(DELIVERIES#|ORG#.*WEBHOOK#)/.test(key))
      due('move', String(after?.duePk).startsWith('DUE#') ? after?.stepDueAt : undefined, after?.duePk);
    if (key.startsWith(`${ZONE_PARTITION}|`)) due('zone', key.endsWith('|STATE') ? sentAt(after) : after?.stepDueAt);
    this.#noteVisit(key, after);
    if (key.startsWith('OUTBOX#')) due('outbox', after?.stepDueAt, after?.duePk);
    // Test-mode domains are run by the nightly job and by their clock, not by the sweep.
    if (!key.startsWith('DOMAIN#') || isOfTestMode(after?.duePk) || isOfTestMode(after?.scanPk)) return;
    due('sweep', after?.stepDueAt, after?.duePk);
    due('scan', after?.scanAt, after?.scanPk);
  }

  /** Per shard: when the next slot of the day is due, in both rounds, after the position of the cursor. */
  #noteVisit(key: string, after: Item | undefined): void {
    const [, kind, number, sk = ''] = key.match(/^(WATCH|CURSOR)#(\d+)[|](.*)$/) ?? [];
    if (kind === undefined || (kind === 'CURSOR' && sk !== 'WATCH')) return;
    const shard = Number(number);
    const visits = this.#visits.get(shard) ?? { slots: new Map<string, number>(), untilMs: { check: 0, ask: 0 } };
    this.#visits.set(shard, visits);
    if (kind === 'CURSOR') visits.untilMs = { check: untilMs(after?.check), ask: untilMs(after?.ask) };
    else if (after) visits.slots.set(sk, (slotIn(sk) / WATCH_SLOTS) * DAY_MS);
    else visits.slots.delete(sk);
    const turns = [...visits.slots.values()].flatMap((slotMs) => [
      nextTurnMs(slotMs, visits.untilMs.check),
      nextTurnMs((slotMs + DAY_MS / 2) % DAY_MS, visits.untilMs.ask),
    ]);
    this.#changed.add('scan');
    if (turns.length === 0) this.#dueOf('scan').delete(`visit ${shard}`);
    else this.#dueOf('scan').set(`visit ${shard}`, { atMs: Math.min(...turns), shard });
  }

  /** After a restore the sweep rescans the domains that wait for DNS; a row marks that it did. */
  hasten(shard: number, atMs: number): void {
    const { pk, sk } = keys.sweptEpoch(shard);
    this.#dueOf('sweep').set(`${pk}|${sk}`, { atMs, shard });
    this.#changed.add('sweep');
  }

  #dueOf(index: DueIndex): Map<string, { atMs: number; shard: number }> {
    const due = this.#due.get(index) ?? new Map();
    this.#due.set(index, due);
    return due;
  }

  /** Whether only visits and counts are due, which go on for ever. */
  isDone(): boolean {
    return (['sweep', 'outbox', 'dispatch', 'move'] as const).every((index) => this.#dueOf(index).size === 0);
  }

  shardsAt(index: DueIndex, nowMs: number): number[] {
    const due = [...this.#dueOf(index).values()].filter(({ atMs }) => atMs < nowMs);
    return [...new Set(due.map(({ shard }) => shard))];
  }

  /** In milliseconds. */
  earliest(index: DueIndex): number | undefined {
    let earliest: number | undefined;
    for (const { atMs } of this.#dueOf(index).values()) if (earliest === undefined || atMs < earliest) earliest = atMs;
    // The end of a range is exclusive.
    return earliest === undefined ? undefined : earliest + 1;
  }
}

function isOfTestMode(partition: unknown): boolean {
  return /^(DUE|SCAN)#TEST#/.test(String(partition));
}

/** Position of a round of visits. */
function untilMs(position: unknown): number {
  return Date.parse((position as { until: string } | undefined)?.until ?? '') || 0;
}

/** The next time of a slot of the day after `afterMs`. */
function nextTurnMs(slotMs: number, afterMs: number): number {
  const turnMs = afterMs - (afterMs % DAY_MS) + slotMs;
  return Math.ceil(turnMs > afterMs ? turnMs : turnMs + DAY_MS);
}

/** When the pending change was sent. */
function sentAt(state: Item | undefined): unknown {
  return (state?.sent as { sentAt: string } | undefined)?.sentAt;
}
