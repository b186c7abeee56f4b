import type { SlotRange } from '../model/domains/watch.store.ts';
import { slotIn, WATCH_SLOTS } from '../shared/table/keys.ts';

// Domains are visited by the slots of the day, which come one after another for ever: each has a number, from 1970 on.

/**
 * How far the visits of a round have come: every slot that had its turn by an instant, and of the next one what lies up to a sort
 * key.
 */
export interface Position {
  until: string;
  after?: string | undefined;
}

export interface Day {
  seconds: number;
  /** By which share of the day a slot has its turn later than by its number. */
  shift: 0 | 0.5;
}

/** What is to be visited now, in the order of the turns. */
export interface DueSlots extends SlotRange {
  /** Where the visits stand after the one of this sort key, or after all of them. */
  positionAfter(sortKey?: string): Position;
}

/** A clock may be ahead of another by so much of the day: what it has visited is not visited again. */
const MOST_AHEAD = 1 / 24;

/**
 * The slots that have had their turn since, at most each one once: after a day of silence, at the first run, and where the
 * position lies so far ahead that a clock must have been wrong, that is all of them.
 */
export function slotsDue(position: Position | undefined, now: Date, day: Day): DueSlots[] {
  const until = Date.parse(position?.until ?? '');
  const isUnknown = Number.isNaN(until) || until > now.getTime() + MOST_AHEAD * day.seconds * 1000;
  const last = turnAt(now, day);
  const whole = last - WATCH_SLOTS + 1;
  const first = isUnknown ? whole : Math.max(whole, turnAt(new Date(until), day) + 1);
  const after = isUnknown || first === whole ? undefined : position?.after;
  return rangesOf(first, last).map(({ turn, slots }, index) => ({
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

/** From one turn to another, both included, as ranges of slots that do not go past midnight. */
function rangesOf(first: number, last: number): { turn: number; slots: SlotRange }[] {
  if (first > last) return [];
  const slot = first % WATCH_SLOTS;
  const lastOfDay = Math.min(last, first + WATCH_SLOTS - 1 - slot);
  return [{ turn: first, slots: { first: slot, last: slot + lastOfDay - first } }, ...rangesOf(lastOfDay + 1, last)];
}

/** The number of the slot whose turn it is. */
function turnAt(at: Date, { seconds, shift }: Day): number {
  const days = at.getTime() / 1000 / seconds - shift;
  return Math.floor(days * WATCH_SLOTS);
}

/** An instant at which a slot had not had its turn, and all before it had. */
function justBefore(turn: number, { seconds, shift }: Day): string {
  return new Date(Math.ceil((turn / WATCH_SLOTS + shift) * seconds * 1000) - 1).toISOString();
}
