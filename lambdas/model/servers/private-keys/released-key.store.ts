import * as z from 'zod/mini';
import { AUDIT_KEPT_DAYS } from '../../../shared/audit/audit.schema.ts';
import type { PagePlace } from '../../../shared/http/pagination/page-by-id.ts';
import { rolledAt } from '../../../shared/ids/id-formats.ts';
import { type AuditScope, isMachineId, keys } from '../../../shared/table/keys.ts';
import { everyItem } from '../../../shared/table/queries.ts';
import type { Item, Table } from '../../../shared/table/table.store.ts';
import { monthsBetween } from '../../../shared/time/instant.ts';

/** The record that a private key left for a machine. */
export const ReleasedKey = z.object({
  /** Of the record: later ones are higher. */
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

/** Which private keys a machine got, from its audit record: also those of a machine that is revoked. */
export function releasedKeyStore(table: Pick<Table, 'query'>) {
  /**
   * Newest first, below an id. Two Queries for each month since the machine was enrolled, and one more for each megabyte: the
   * last release has the machines of a server in one partition, whose entries are read until they expire.
   */
  async function* releases(machine: MachineAt, now: Date, before?: string): AsyncGenerator<ReleasedKey> {
    const { organizationId, serverId, machineId } = machine;
    if (!isMachineId(machineId)) return;
    const latest = before === undefined ? now : rolledAt(before);
    const earliest = new Date(Math.max(rolledAt(machineId).getTime(), now.getTime() - AUDIT_KEPT_DAYS * 86_400_000));
    for (const month of monthsBetween(earliest, latest).toReversed()) {
      const recordOf = (scope: AuditScope) =>
        everyItem(table, releasesOf(machine, keys.audit(organizationId, scope, month, '').pk, before));
      for await (const item of newestFirst(recordOf(machineId), recordOf(serverId)))
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

/** Two lists, each newest first, as one. */
async function* newestFirst(one: AsyncGenerator<Item>, other: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let [first, second] = await Promise.all([one.next(), other.next()]);
  while (!first.done || !second.done) {
    if (second.done || (!first.done && String(first.value.sk) > String(second.value.sk))) {
      yield first.value;
      first = await one.next();
    } else {
      yield second.value;
      second = await other.next();
    }
  }
}

/** What sorts behind every id. */
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
