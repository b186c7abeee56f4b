import type { SealedEntry } from '../shared/audit/seal.schema.ts';
import { sealAfter, sealedEntry } from '../shared/audit/seal.ts';
import { organizationOfAudit } from '../shared/table/keys.ts';
import { againAfterLostRace } from '../shared/table/lost-race.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { Rows } from '../wiring/rows.wiring.ts';

/** An organization has few concurrent writers: one per stream partition with entries at this moment. */
const TRIES = 20;
/**
 * A repeated batch was sealed just before, so only the last seals are compared. A second seal is harmless: it has the same hash.
 */
const LOOKED_BACK = 5;

/**
 * Seals new audit entries, with one seal per organization. Returns false for each record that the stream must deliver again. An
 * unreadable record stays unsealed, so that it blocks nothing; `audit verify` reports it.
 */
export async function sealEntries(
  items: readonly (Item | undefined)[],
  now: Date,
  ports: Pick<Rows, 'seals' | 'pause' | 'log'>,
): Promise<boolean[]> {
  const readable = items.flatMap((item) => (item ? [item] : []));
  if (readable.length < items.length)
    ports.log('error', 'entries of the audit cannot be read', { count: items.length - readable.length });
  const byOrganization = Map.groupBy(readable, ({ pk }) => organizationOfAudit(String(pk)));
  const failed = new Set<Item>();
  for (const [organizationId, some] of byOrganization) {
    try {
      const entries = some.map(sealedEntry);
      await againAfterLostRace(TRIES, () => sealThose(organizationId, entries, now, ports.seals), ports.pause);
    } catch (cause) {
      ports.log('error', 'entries of the audit could not be sealed', { organizationId, cause });
      for (const item of some) failed.add(item);
    }
  }
  return items.map((item) => item === undefined || !failed.has(item));
}

async function sealThose(organizationId: string, entries: SealedEntry[], now: Date, seals: Rows['seals']): Promise<void> {
  const last = await seals.last(organizationId, LOOKED_BACK);
  const sealed = new Set(last.flatMap((seal) => seal.entries.map(nameOf)));
  const left = entries.filter((entry) => !sealed.has(nameOf(entry)));
  if (left.length > 0) await seals.add(sealAfter(last[0], organizationId, left, now));
}

function nameOf({ id, sha256 }: SealedEntry): string {
  return `${id} ${sha256}`;
}
