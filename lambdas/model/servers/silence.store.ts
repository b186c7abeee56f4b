import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersPartition, keys, serverOfKey } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import type { AgentServer, Machine } from './server.schema.ts';

const DUE_PAGE = 100;
/** Who enrolls at a server without a watch begins one, so that none ends that a new machine needs. */
const isWatchedAsRead = 'stepDueAt = :seen AND size(machines) = :count';

/** The sweep's side of the watch over machines: `serverStore` writes by when the next one may be silent (`byDue`). */
export function silenceStore(table: Table) {
  return {
    /** Servers of which a machine may be silent by now; one Query a page. */
    async dueBefore(shard: number, now: Date, startAt?: Item) {
      const { name, partitionKey, sortKey } = TABLE_SHAPE.byDue;
      const { items, next } = await table.query({
        IndexName: name,
        KeyConditionExpression: `${partitionKey} = :shard AND ${sortKey} < :now`,
        Limit: DUE_PAGE,
        values: { ':shard': dueServersPartition(shard), ':now': now.toISOString() },
        ...(startAt && { startAt }),
      });
      return { servers: items.map(({ pk, sk }) => serverOfKey({ pk: String(pk), sk: String(sk) })), ...(next && { next }) };
    },

    /** Notes that machines are silent and tells of it, unless one was heard of, enrolled, revoked or noted since it was read. */
    async markSilent(
      server: AgentServer,
      silent: readonly Machine[],
      nextDueAt: string | undefined,
      event: OutboxEvent,
    ): Promise<boolean> {
      const names = silent.map(({ id }, index) => [`#m${index}`, id] as const);
      const seen = silent.map(({ lastSeenAt }, index) => [`:l${index}`, lastSeenAt] as const);
      const noted = silent.map((_, index) => `#m.#m${index}.#s = :now`);
      const { expression, condition, values } = watchUntil(server, nextDueAt, noted);
      const change = table.updateWrite(keys.server(server.organizationId, server.id), {
        expression,
        condition: [condition, ...silent.map(nothingHeardSince)].join(' AND '),
        names: { '#m': 'machines', '#l': 'lastSeenAt', '#s': 'silentAt', ...Object.fromEntries(names) },
        values: { ...values, ':now': event.createdAt, ...Object.fromEntries(seen.filter(([, at]) => at !== undefined)) },
      });
      return wonRace(table.transact([change, outboxWrite(table, event)]));
    },

    /** Looks again then: all of a due server's machines were heard of, or are known to be silent. */
    async watchAgain(server: AgentServer, nextDueAt: string | undefined): Promise<boolean> {
      return wonRace(table.update(keys.server(server.organizationId, server.id), watchUntil(server, nextDueAt)));
    },
  };
}
export type SilenceStore = ReturnType<typeof silenceStore>;

/** Undefined: no machine is left to be watched. */
function watchUntil({ stepDueAt, machines }: AgentServer, nextDueAt: string | undefined, noted: readonly string[] = []) {
  const sets = nextDueAt === undefined ? noted : [...noted, 'stepDueAt = :dueAt'];
  const set = sets.length === 0 ? [] : [`SET ${sets.join(', ')}`];
  const remove = nextDueAt === undefined ? ['REMOVE duePk, stepDueAt'] : [];
  return {
    expression: [...set, ...remove].join(' '),
    condition: isWatchedAsRead,
    values: {
      ':seen': stepDueAt,
      ':count': Object.keys(machines).length,
      ...(nextDueAt !== undefined && { ':dueAt': nextDueAt }),
    },
  };
}

function nothingHeardSince({ lastSeenAt }: Machine, index: number): string {
  const machine = `#m.#m${index}`;
  const isFirstTime = `attribute_not_exists(${machine}.#s)`;
  if (lastSeenAt !== undefined) return `${machine}.#l = :l${index} AND ${isFirstTime}`;
  return `attribute_exists(${machine}) AND attribute_not_exists(${machine}.#l) AND ${isFirstTime}`;
}
