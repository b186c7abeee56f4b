import { keys } from '../../shared/table/keys.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import type { TimelineEntry } from './timeline.schema.ts';

/** One thing that happened to a domain, for the transaction that makes it true. */
export function timelineWrite(table: Pick<Table, 'putWrite'>, domainId: number, entry: TimelineEntry): Write {
  return table.putWrite({ ...keys.timeline(domainId, entry.id), ...entry });
}
