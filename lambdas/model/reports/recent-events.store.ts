import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { endOfEpoch, LoggedEvent } from '../events/event-log.schema.ts';

/** What a report reads of days that are not computed yet: this many events, and at most two pages of a megabyte. */
const MAX_EVENTS = 1_000;
const MAX_QUERIES = 2;

export function recentEventsStore(table: Pick<Table, 'query'>, { restoreEpoch = 0 }: Pick<Settings, 'restoreEpoch'>) {
  return {
    /** The first events after a number of the log. `isWhole`: there are no more. */
    async after(organizationId: string, number: number): Promise<{ events: LoggedEvent[]; isWhole: boolean }> {
      const events: LoggedEvent[] = [];
      let from = number;
      let startAt: Item | undefined;
      for (let queries = 0; queries < MAX_QUERIES && events.length < MAX_EVENTS; queries += 1) {
        const { pk, sk } = keys.event(organizationId, from + 1);
        const page = await table.query({
          KeyConditionExpression: 'pk = :pk AND sk >= :next',
          values: { ':pk': pk, ':next': sk },
          Limit: MAX_EVENTS - events.length,
          ...(startAt && { startAt }),
        });
        events.push(...page.items.map((item) => LoggedEvent.parse(item)));
        startAt = page.next;
        if (startAt) continue;
        const next = nextPartition(organizationId, events.at(-1)?.number ?? number, restoreEpoch);
        if (next === undefined) return { events, isWhole: true };
        from = next;
      }
      return { events, isWhole: false };
    },
  };
}
export type RecentEventsStore = ReturnType<typeof recentEventsStore>;

/** Where the log continues after the last event of a partition; undefined at the end of the log. */
function nextPartition(organizationId: string, last: number, restoreEpoch: number): number | undefined {
  const endsPartition = keys.event(organizationId, last).pk !== keys.event(organizationId, last + 1).pk;
  return endsPartition ? last : endOfEpoch(last, restoreEpoch);
}
