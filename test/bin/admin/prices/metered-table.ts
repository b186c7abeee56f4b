import { marshall } from '@aws-sdk/util-dynamodb';
import { LIST_INDEXES, LISTED_ATTRIBUTE, TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';
import type { Write } from '../../../../lambdas/shared/table/table.store.ts';
import { marshallable } from '../../../../lambdas/shared/table/write-input.ts';
import { dynamo, table } from '../../../lambdas/api/api-caller.ts';
import { type Answered, holdItems, tellOfRequests } from '../../../lambdas/held-items.ts';

// A table that counts request units like DynamoDB:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html

type Item = Record<string, unknown>;
const INDEXES = [
  ...Object.values(LIST_INDEXES).map((index) => ({ ...index, projects: [LISTED_ATTRIBUTE] })),
  { ...TABLE_SHAPE.byDue, projects: [] },
  { ...TABLE_SHAPE.byScan, projects: [] },
];

/** Counts all requests to the mocked client. */
export function meteredTable(held: readonly Item[]) {
  const { items } = holdItems(dynamo, held);
  const used = { readUnit: 0, writeUnit: 0 };
  tellOfRequests((request) => {
    used.readUnit += readUnitsOf(request);
    used.writeUnit += writeUnitsOf(request);
  });
  return { table, items, used, bytes: () => [...items.values()].reduce((sum, item) => sum + stored(item), 0) };
}

function readUnitsOf({ action, input, answer }: Answered): number {
  const {
    Item,
    Items = [],
    Responses = {},
  } = (answer ?? {}) as { Item?: Item; Items?: Item[]; Responses?: Record<string, Item[]> };
  if (action === 'GetItem') return readUnits([Item]);
  if (action === 'Query') return readUnits(Items);
  if (action !== 'BatchGetItem') return 0;
  const { RequestItems } = input as { RequestItems: Record<string, { Keys: Item[]; ConsistentRead?: boolean }> };
  const [[name, asked] = ['', { Keys: [] }]] = Object.entries(RequestItems);
  const found = Responses[name] ?? [];
  // A missing item costs one unit, too.
  const units = found.reduce((sum, item) => sum + readUnits([item]), asked.Keys.length - found.length);
  return asked.ConsistentRead ? units : units / 2;
}

function writeUnitsOf({ action, input, before, after }: Answered): number {
  const { TransactItems = [] } = input as { TransactItems?: Write[] };
  const perUnit = action === 'TransactWriteItems' ? 2 : 1;
  // A ConditionCheck costs as much as a write of its item.
  const checked = TransactItems.flatMap(({ ConditionCheck }) => (ConditionCheck ? [ConditionCheck.Key] : []));
  const checks = checked.reduce((sum, key) => sum + perUnit * kilobytes(before.get(`${key?.pk}|${key?.sk}`)), 0);
  return [...new Set([...before.keys(), ...after.keys()])].reduce((sum, id) => {
    const [old, now] = [before.get(id), after.get(id)];
    return old === now ? sum : sum + perUnit * Math.max(kilobytes(old), kilobytes(now)) + indexUnits(old, now);
  }, checks);
}

/** Strongly consistent, per 4 KB. */
function readUnits(items: (Item | undefined)[]): number {
  return Math.max(1, Math.ceil(items.reduce((sum, item) => sum + bytes(item), 0) / 4096));
}

/** A changed key is a delete and a put of the entry; otherwise the entry is written only if its projection changed. */
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

/** The size with its index entries, and the 100 bytes that DynamoDB adds to each. */
function stored(item: Item): number {
  const entries = INDEXES.map(({ partitionKey, sortKey, projects }) =>
    entry(item, partitionKey, sortKey, ['pk', 'sk', partitionKey, sortKey, ...projects]),
  );
  return [item, ...entries].reduce((sum, one) => sum + (one ? bytes(one) + 100 : 0), 0);
}

/** Byte-months of an item from now on: one month if it has no expiry. */
export function byteMonths(item: Item, now: Date): number {
  const { [TABLE_SHAPE.ttl]: end } = item;
  return stored(item) * (end === undefined ? 1 : (Number(end) - now.getTime() / 1000) / MONTH_SECONDS);
}
const MONTH_SECONDS = (365.25 / 12) * 86_400;

const kilobytes = (item: Item | undefined) => Math.ceil(bytes(item) / 1024);

/** Slightly more than DynamoDB counts, because the wire format has type names and quotes. */
function bytes(item: Item | undefined): number {
  if (item === undefined) return 0;
  return Buffer.byteLength(JSON.stringify(marshall(marshallable(item), { removeUndefinedValues: true })));
}
