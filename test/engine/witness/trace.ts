import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { Answered } from '../../lambdas/held-items.ts';
import { onTheWire, type WireItem, wireItem } from './wire.ts';

/** A request to the fake table, in a form that another engine can replay: with the items that it concerns. */
export interface Trace {
  action: string;
  request: Record<string, unknown>;
  /** The items before it, where it reads or writes. */
  items: WireItem[];
  /** The keys that it writes, with the items after it. */
  after: { key: WireItem; item?: WireItem }[];
  answer?: Record<string, unknown>;
  error?: { name: string; reasons?: CancellationReason[]; item?: WireItem };
}

type Item = Record<string, unknown>;
interface Keyed {
  Key?: Item;
  Item?: Item;
}
const INDEXES = [...Object.values(LIST_INDEXES), TABLE_SHAPE.byDue, TABLE_SHAPE.byScan];

export function traceOf({ action, input, before, after, answer, error }: Answered): Trace {
  const keys = keysIn(input);
  const items = action === 'Query' ? inPartition(input, before) : keys.map((key) => before.get(idOf(key)));
  return {
    action,
    request: onTheWire(input) as Trace['request'],
    items: items.filter((item) => item !== undefined).map(wireItem),
    after: keys.map((key) => {
      const item = after.get(idOf(key));
      return { key: wireItem(key), ...(item && { item: wireItem(item) }) };
    }),
    ...(answer && { answer: onTheWire(answer) as Trace['answer'] }),
    ...(error && { error: errorOf(error) }),
  } as Trace;
}

export function partitionKeyOf(indexName: unknown): string {
  return INDEXES.find(({ name }) => name === indexName)?.partitionKey ?? TABLE_SHAPE.partitionKey;
}

function idOf({ pk, sk }: Item): string {
  return `${pk}|${sk}`;
}

function keysIn(input: object): Item[] {
  const { Key, Item, TransactItems, RequestItems } = input as Keyed & {
    TransactItems?: Record<string, Keyed>[];
    RequestItems?: Record<string, { Keys: Item[] }>;
  };
  const single = [Key ?? Item, ...(TransactItems ?? []).flatMap(Object.values).map((write: Keyed) => write.Key ?? write.Item)];
  const batch = Object.values(RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  return [...single, ...batch].filter((key) => key !== undefined).map(({ pk, sk }) => ({ pk, sk }));
}

function inPartition(input: object, before: ReadonlyMap<string, Item>): Item[] {
  const { IndexName, ExpressionAttributeValues = {} } = input as { IndexName?: string; ExpressionAttributeValues?: Item };
  const partitions = new Set(Object.values(ExpressionAttributeValues));
  return [...before.values()].filter((item) => partitions.has(item[partitionKeyOf(IndexName)]));
}

function errorOf(error: Error): Trace['error'] {
  const { CancellationReasons: reasons, Item: item } = error as { CancellationReasons?: CancellationReason[]; Item?: WireItem };
  return { name: error.name, ...(reasons && { reasons }), ...(item && { item }) };
}
