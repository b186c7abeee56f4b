import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';

/** Two tables, as DynamoDB describes them: which was in use, and which was restored from it. */
export interface TablePair {
  from: string;
  into: string;
  former: TableDescription | undefined;
  restored: TableDescription | undefined;
}

/**
 * Why nothing can be replayed, in words for whoever named the tables. Undefined: it can. Swapped tables are the worst slip: what was
 * made since the restore would be ended in the table that has it.
 */
export function faultOf({ from, into, former, restored }: TablePair): string | undefined {
  if (from === into) return `${from} is both: --from is the table that was in use before, --into the restored one.`;
  if (!former)
    return `There is no table ${from}. A table that was deleted is restored from its last backup: docs/operate/recovery.md.`;
  if (!restored) return `There is no table ${into}.`;
  if (restored.TableStatus !== 'ACTIVE' || restored.RestoreSummary?.RestoreInProgress)
    return `${into} is still being restored (${restored.TableStatus}). Wait until it is ACTIVE.`;
  const source = restored.RestoreSummary?.SourceTableArn;
  if (source !== undefined && source !== former.TableArn) return `${into} was not restored from ${from}, but from ${source}.`;
  if (createdAt(restored) < createdAt(former)) return `${into} is older than ${from}: are they the wrong way round?`;
  const missing = INDEXES.filter((name) => !restored.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === name));
  return missing.length > 0 ? `${into} was restored without the indexes ${missing.join(', ')}. Restore it with all.` : undefined;
}

const INDEXES: string[] = [TABLE_SHAPE.byDue, TABLE_SHAPE.byScan, ...Object.values(LIST_INDEXES)].map(({ name }) => name);

function createdAt({ CreationDateTime }: TableDescription): number {
  return CreationDateTime?.getTime() ?? 0;
}
