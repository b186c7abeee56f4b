import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import { notThereYet, type Table } from '../../shared/table/table.store.ts';

/** A domain is checked twice a day: everything in its own slot, and half a day later the CA's renewal information only. */
export type CheckRound = 'check' | 'ask';

/** A part of a shard, from 0 on. */
export interface Part {
  index: number;
  of: number;
}

/** The progress of a round: all slots that were due by `until`, and of the next slot everything up to the sort key `after`. */
export interface Position {
  until: string;
  after?: string | undefined;
}

const position = z.object({ until: z.string(), after: z.optional(z.string()) });
export const WatchCursor = z.object({ check: z.optional(position), ask: z.optional(position), version: z.int() });
export type WatchCursor = { [R in CheckRound]?: Position | undefined } & { version: number };

export function watchCursorStore(table: Table) {
  return {
    async get(shard: number, part?: Part): Promise<WatchCursor> {
      const item = await table.get(keys.watchCursor(shard, part));
      return item ? WatchCursor.parse(item) : { version: 0 };
    },

    /** Returns the moved cursor. Throws LostRace if another run has moved it since. */
    async move(
      { shard, part }: { shard: number; part?: Part | undefined },
      before: WatchCursor,
      round: CheckRound,
      to: Position,
    ): Promise<WatchCursor> {
      const after = { ...before, [round]: to, version: before.version + 1 };
      const nobodyMovedItSince = { expression: 'version = :seen', values: { ':seen': before.version } };
      await table.put({ ...keys.watchCursor(shard, part), ...after }, before.version === 0 ? notThereYet : nobodyMovedItSince);
      return after;
    },
  };
}
export type WatchCursorStore = ReturnType<typeof watchCursorStore>;
