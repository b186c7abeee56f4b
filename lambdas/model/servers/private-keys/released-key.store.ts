import * as z from 'zod/mini';
import { AUDIT_KEPT_DAYS } from '../../../shared/audit/audit.schema.ts';
import type { PagePlace } from '../../../shared/http/pagination/page-by-id.ts';
import { rolledAt } from '../../../shared/ids/id-formats.ts';
import { isMachineId, keys } from '../../../shared/table/keys.ts';
import { everyItem } from '../../../shared/table/queries.ts';
import type { Table } from '../../../shared/table/table.store.ts';
import { monthsBetween } from '../../../shared/time/instant.ts';

export const ReleasedKey = z.object({
  /** The record's id: later ones are higher. */
  id: z.string(),
  at: z.string(),
  domainId: z.int(),
  hostname: z.string(),
  fingerprintSha256: z.string(),
});
export type ReleasedKey = z.infer<typeof ReleasedKey>;

export interface MachineAt {
  organizationId: string;
  serverId: number;
  machineId: string;
}

const wentToTheMachine = 'machineId = :machine AND serverId = :server';

/** The private keys that a machine received, from its audit records: also for a revoked machine. */
export function releasedKeyStore(table: Pick<Table, 'query'>) {
  /** Newest first, below an id. A Query per month since the machine was enrolled, and one more per megabyte. */
  async function* releases(machine: MachineAt, now: Date, before?: string): AsyncGenerator<ReleasedKey> {
    const { organizationId, machineId } = machine;
    if (!isMachineId(machineId)) return;
    const latest = before === undefined ? now : rolledAt(before);
    const earliest = new Date(Math.max(rolledAt(machineId).getTime(), now.getTime() - AUDIT_KEPT_DAYS * 86_400_000));
    for (const month of monthsBetween(earliest, latest).toReversed()) {
      const record = keys.audit(organizationId, machineId, month, '').pk;
      for await (const item of everyItem(table, releasesOf(machine, record, before)))
        yield ReleasedKey.parse({ ...item, id: item.sk });
    }
  }

  return {
    releases,

    async page(machine: MachineAt, { before, limit }: PagePlace<string>, now: Date) {
      const items: ReleasedKey[] = [];
      for await (const released of releases(machine, now, before)) {
        items.push(released);
        if (items.length > limit) break;
      }
      return { items, hasMore: items.length > limit };
    },
  };
}
export type ReleasedKeyStore = ReturnType<typeof releasedKeyStore>;

/** Sorts after every id. */
const NO_BOUND = '~';

function releasesOf({ serverId, machineId }: MachineAt, record: string, before = NO_BOUND) {
  return {
    KeyConditionExpression: 'pk = :record AND sk < :before',
    FilterExpression: wentToTheMachine,
    values: { ':record': record, ':before': before, ':machine': machineId, ':server': serverId },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}
