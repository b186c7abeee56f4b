import type { SlotRange } from '../../model/domains/watch.store.ts';
import type { Part, Position } from '../../model/domains/watch-cursor.store.ts';
import { slotIn, WATCH_SLOTS } from '../../shared/table/keys.ts';

// A day has a fixed number of slots. Each domain belongs to one slot and is visited when that slot is due. Slots become due one
// after another and are numbered from 1970 on. A shard with more domains than one run can visit is divided into parts: each part
// has consecutive slots and spreads them over the whole day.

export const WHOLE_SHARD: Part = { index: 0, of: 1 };

export interface Day {
  seconds: number;
  /** Delays every slot by this share of the day. */
  shift: 0 | 0.5;
  part?: Part;
}

export interface DueSlots extends SlotRange {
  /** The position after the visit of this sort key; without one, after all slots of the range. */
  positionAfter(sortKey?: string): Position;
}

/** Clocks differ, so a position may be ahead by this share of the day. A position further ahead is treated as invalid. */
const MAX_AHEAD = 1 / 24;

/**
 * The slots that became due since the position, each at most once. Returns all slots on the first run, after a day without a run,
 * and if the position is too far ahead.
 */
export function slotsDue(position: Position | undefined, now: Date, day: Day): DueSlots[] {
  const until = Date.parse(position?.until ?? '');
  const isUnknown = Number.isNaN(until) || until > now.getTime() + MAX_AHEAD * day.seconds * 1000;
  const own = slotsOf(day);
  const last = turnAt(now, day);
  const whole = last - own.count + 1;
  const first = isUnknown ? whole : Math.max(whole, turnAt(new Date(until), day) + 1);
  const after = isUnknown || first === whole ? undefined : position?.after;
  return rangesOf(first, last, own).map(({ turn, slots }, index) => ({
    ...slots,
    ...(index === 0 && after !== undefined && isIn(slots, after) && { after }),
    positionAfter: (sortKey) => {
      if (sortKey !== undefined) return { until: justBefore(turn + slotIn(sortKey) - slots.first, day), after: sortKey };
      const next = turn + slots.last - slots.first + 1;
      return { until: next > last ? now.toISOString() : justBefore(next, day) };
    },
  }));
}

function isIn({ first, last }: SlotRange, sortKey: string): boolean {
  return slotIn(sortKey) >= first && slotIn(sortKey) <= last;
}

/** A part's slots are consecutive. */
function slotsOf({ part: { index, of } = WHOLE_SHARD }: Pick<Day, 'part'>): { first: number; count: number } {
  const [first = 0, end = WATCH_SLOTS] = [index, index + 1].map((at) => Math.floor((at * WATCH_SLOTS) / of));
  return { first, count: end - first };
}

/** The turns from `first` to `last`, inclusive, as ranges of slots that end at the part's midnight. */
function rangesOf(first: number, last: number, own: { first: number; count: number }): { turn: number; slots: SlotRange }[] {
  if (first > last) return [];
  const nth = first % own.count;
  const lastOfDay = Math.min(last, first + own.count - 1 - nth);
  const slots = { first: own.first + nth, last: own.first + nth + lastOfDay - first };
  return [{ turn: first, slots }, ...rangesOf(lastOfDay + 1, last, own)];
}

function turnAt(at: Date, day: Day): number {
  const days = at.getTime() / 1000 / day.seconds - day.shift;
  return Math.floor(days * slotsOf(day).count);
}

/** The last instant before a slot is due, when all earlier ones have been. */
function justBefore(turn: number, day: Day): string {
  return new Date(Math.ceil((turn / slotsOf(day).count + day.shift) * day.seconds * 1000) - 1).toISOString();
}
