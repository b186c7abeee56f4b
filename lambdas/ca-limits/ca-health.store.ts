import { keys } from '../shared/table/keys.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import { notThereYet, type Table } from '../shared/table/table.store.ts';
import { CaHealth } from './ca-health.ts';

/** One item per CA, which all domains share. */
export function caHealthStore(table: Table, directoryUrl: string) {
  const key = keys.caHealth(directoryUrl);
  return {
    async get(): Promise<CaHealth | undefined> {
      const item = await table.get(key);
      return item && CaHealth.parse(item);
    },

    /** False if another writer was first: its observation is as good. */
    async replace(before: CaHealth | undefined, after: CaHealth): Promise<boolean> {
      const nobodyWroteSince = { expression: 'version = :seen', values: { ':seen': before?.version } };
      return wonRace(table.put({ ...key, ...after }, before ? nobodyWroteSince : notThereYet));
    },
  };
}
export type CaHealthStore = ReturnType<typeof caHealthStore>;
