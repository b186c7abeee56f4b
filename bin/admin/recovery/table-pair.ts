import { LIST_INDEXES, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { TableFacts } from '../../../lambdas/shared/table/whole-table.store.ts';

/** The former table, and the table restored from it. */
export interface TablePair {
  from: string;
  into: string;
  former: TableFacts | undefined;
  restored: TableFacts | undefined;
}

/**
 * The fault in the two named tables, or undefined. Swapping them is the worst mistake: it would end, in the table in use,
 * everything created since the restore.
 */
export function tablePairFault({ from, into, former, restored }: TablePair): string | undefined {
  if (from === into) return `${from} is both: --from is the table that was in use before, --into the restored one.`;
  if (!former)
    return `There is no table ${from}. A table that was deleted is restored from its last backup: docs/operate/recovery.md.`;
  if (!restored) return `There is no table ${into}.`;
  if (restored.status !== 'ACTIVE' || restored.restored?.isUnderWay)
    return `${into} is still being restored (${restored.status}). Wait until it is ACTIVE.`;
  const source = restored.restored?.sourceArn;
  if (source !== undefined && source !== former.arn) return `${into} was not restored from ${from}, but from ${source}.`;
  if (restored.createdAt < former.createdAt) return `${into} is older than ${from}: are they the wrong way round?`;
  const missing = INDEXES.filter((name) => !restored.indexes.includes(name));
  return missing.length > 0 ? `${into} was restored without the indexes ${missing.join(', ')}. Restore it with all.` : undefined;
}

const INDEXES: string[] = [TABLE_SHAPE.byDue, TABLE_SHAPE.byScan, ...Object.values(LIST_INDEXES)].map(({ name }) => name);
