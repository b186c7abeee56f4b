import { marshall } from '@aws-sdk/util-dynamodb';
import { LIST_INDEXES, LISTED, TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';
import type { Table } from '../../../../lambdas/shared/table/table.store.ts';
import { marshallable } from '../../../../lambdas/shared/table/write-input.ts';
import { dynamo, table as plainTable } from '../../../lambdas/edges.ts';
import { holdItems } from '../../../lambdas/held-items.ts';

// A table that counts request units as DynamoDB does:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html

type Item = Record<string, unknown>;
const INDEXES = [
  ...Object.values(LIST_INDEXES).map((index) => ({ ...index, projects: [LISTED] })),
  { ...TABLE_SHAPE.byDue, projects: [] },
  { ...TABLE_SHAPE.byScan, projects: [] },
];

export function meteredTable(held: readonly Item[]) {
  const { items } = holdItems(dynamo, held);
  const used = { readUnit: 0, writeUnit: 0 };

  /** One after the other, so that each is charged with its own changes. */
  let last: Promise<unknown> = Promise.resolve();
  function writing<Answer>(perUnit: 1 | 2, write: () => Promise<Answer>): Promise<Answer> {
    const turn = last.then(() => metered(perUnit, write));
    last = turn.catch(() => undefined);
    return turn;
  }

  async function metered<Answer>(perUnit: 1 | 2, write: () => Promise<Answer>): Promise<Answer> {
    const before = new Map(items);
    const answer = await write();
    for (const id of new Set([...before.keys(), ...items.keys()])) {
      const [old, now] = [before.get(id), items.get(id)];
      if (old !== now) used.writeUnit += perUnit * Math.max(kilobytes(old), kilobytes(now)) + indexUnits(old, now);
    }
    return answer;
  }

  const table: Table = {
    ...plainTable,
    get: async (key) => {
      const item = await plainTable.get(key);
      used.readUnit += readUnits([item]);
      return item;
    },
    getMany: async (keys, options) => {
      const found = await plainTable.getMany(keys, options);
      // What is not there costs one, too.
      const units = found.reduce((sum, item) => sum + readUnits([item]), keys.length - found.length);
      used.readUnit += options?.mayLag ? units / 2 : units;
      return found;
    },
    query: async (query) => {
      const page = await plainTable.query(query);
      used.readUnit += readUnits(page.items);
      return page;
    },
    put: (item, condition) => writing(1, () => plainTable.put(item, condition)),
    update: (key, update) => writing(1, () => plainTable.update(key, update)),
    transact: (writes) => {
      for (const { ConditionCheck } of writes) {
        // A check costs as much as a write of the item that it leaves alone.
        if (ConditionCheck) used.writeUnit += 2 * kilobytes(items.get(`${ConditionCheck.Key?.pk}|${ConditionCheck.Key?.sk}`));
      }
      return writing(2, () => plainTable.transact(writes));
    },
  };
  return { table, items, used, bytes: () => [...items.values()].reduce((sum, item) => sum + stored(item), 0) };
}

/** Strongly consistent, of 4 KB. */
function readUnits(items: (Item | undefined)[]): number {
  return Math.max(1, Math.ceil(items.reduce((sum, item) => sum + bytes(item), 0) / 4096));
}

/** An entry whose key changes is deleted and put; one that stays is written if what it holds has changed. */
function indexUnits(old: Item | undefined, now: Item | undefined): number {
  return INDEXES.reduce((sum, { partitionKey, sortKey, projects }) => {
    const names = ['pk', 'sk', partitionKey, sortKey, ...projects];
    const [from, to] = [old, now].map((item) => entry(item, partitionKey, sortKey, names));
    if (JSON.stringify(from) === JSON.stringify(to)) return sum;
    const isSameKey = from?.[partitionKey] === to?.[partitionKey] && from?.[sortKey] === to?.[sortKey];
    return sum + (isSameKey ? Math.max(kilobytes(from), kilobytes(to)) : kilobytes(from) + kilobytes(to));
  }, 0);
}

function entry(item: Item | undefined, partitionKey: string, sortKey: string, names: string[]): Item | undefined {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined) return undefined;
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** With its entries in the indexes, and the 100 bytes that DynamoDB adds to each. */
function stored(item: Item): number {
  const entries = INDEXES.map(({ partitionKey, sortKey, projects }) =>
    entry(item, partitionKey, sortKey, ['pk', 'sk', partitionKey, sortKey, ...projects]),
  );
  return [item, ...entries].reduce((sum, one) => sum + (one ? bytes(one) + 100 : 0), 0);
}

/** What an item takes for as long as it lies there from now on: for a month where it has no end. */
export function byteMonths(item: Item, now: Date): number {
  const { [TABLE_SHAPE.ttl]: end } = item;
  return stored(item) * (end === undefined ? 1 : (Number(end) - now.getTime() / 1000) / MONTH_SECONDS);
}
const MONTH_SECONDS = (365.25 / 12) * 86_400;

const kilobytes = (item: Item | undefined) => Math.ceil(bytes(item) / 1024);

/** A little more than DynamoDB counts: the wire names types, and quotes. */
function bytes(item: Item | undefined): number {
  if (item === undefined) return 0;
  return Buffer.byteLength(JSON.stringify(marshall(marshallable(item), { removeUndefinedValues: true })));
}
