import type { AuditEntry } from '../audit/audit.schema.ts';
import { auditWrite } from '../audit/audit.store.ts';
import { keys } from '../table/keys.ts';
import { notThereYet, type Table, type TableReads } from '../table/table.store.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { NOTHING_PAUSED, type ReadSwitches, Switches } from './switches.ts';

export function switchStore(table: Table) {
  return {
    get: () => readSwitches(table),

    /** With its entry of the audit. Throws LostRace if somebody else has changed a switch since `before` was read. */
    async replace(before: Switches, after: Switches, audit: AuditEntry): Promise<void> {
      const nobodyWroteSince = { expression: 'version = :seen', values: { ':seen': before.version } };
      const put = table.putWrite({ ...keys.switches(), ...after }, before.version === 0 ? notThereYet : nobodyWroteSince);
      await table.transact([put, auditWrite(table, audit)]);
    },
  };
}
export type SwitchStore = ReturnType<typeof switchStore>;

async function readSwitches(table: Pick<TableReads, 'get'>): Promise<Switches> {
  const item = await table.get(keys.switches());
  return item ? Switches.parse(item) : NOTHING_PAUSED;
}

/** A pause, and its end, reach every process within so long. */
const KNOWN_MS = 10_000;

/** One read in ten seconds for each process. If it fails, so does what asks: nothing goes out unless it is known that it may. */
export function readsSwitches(table: Pick<TableReads, 'get'>, clock: Clock): ReadSwitches {
  let known: { switches: Promise<Switches>; until: number } | undefined;
  return () => {
    const now = clock().getTime();
    if (known && now < known.until) return known.switches;
    const switches = readSwitches(table);
    known = { switches, until: now + KNOWN_MS };
    switches.catch(() => {
      known = undefined;
    });
    return switches;
  };
}
