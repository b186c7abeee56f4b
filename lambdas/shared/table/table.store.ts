import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import { briefPause } from '../time/pause.gateway.ts';
import type { Key } from './keys.ts';
import { LostRace } from './lost-race.ts';

export type Item = Record<string, unknown>;
export type Write = TransactWriteItem;

/** The one table, with plain JavaScript values. Every method is exactly one request to DynamoDB. */
export interface Table {
  get(key: Key): Promise<Item | undefined>;
  /** Throws LostRace when `condition` fails. */
  put(item: Item & Key, condition?: Condition): Promise<void>;
  /** Throws LostRace (with the item found) when its condition fails; answers the item after the update. */
  update(key: Key, update: Update): Promise<Item>;
  /** All or nothing. Throws LostRace when a condition fails or another transaction is at work on one of the items. */
  transact(writes: Write[]): Promise<void>;
  /** One page. */
  query(query: TableQuery): Promise<{ items: Item[]; next?: Item }>;
  /** How many items a page of a query has, without the items. */
  count(query: TableQuery): Promise<{ count: number; next?: Item }>;
  /** Builders for `transact`. */
  putWrite(item: Item & Key, condition?: Condition): Write;
  updateWrite(key: Key, update: Update): Write;
  deleteWrite(key: Key, condition?: Condition): Write;
}

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Item;
}
export interface Update {
  expression: string;
  condition?: string;
  names?: Record<string, string>;
  values?: Item;
}

export type TableQuery = Omit<QueryCommandInput, 'TableName' | 'ExpressionAttributeValues' | 'ExclusiveStartKey'> & {
  values: Item;
  startAt?: Item;
};

export const notThereYet: Condition = { expression: 'attribute_not_exists(pk)' };

/** The table of a deployment; endpoint, region and credentials come from the environment, as the SDK reads it. */
export function connectTable(tableName: string): Table {
  return openTable(new DynamoDBClient(SDK_LIMITS), tableName);
}

export function openTable(client: DynamoDBClient, tableName: string): Table {
  const withTable = { TableName: tableName };
  return {
    async get(key) {
      const { Item } = await client.send(new GetItemCommand({ ...withTable, Key: toAttributes(key), ConsistentRead: true }));
      return Item && unmarshall(Item);
    },
    async put(item, condition) {
      await orLostRace(() =>
        client.send(new PutItemCommand({ ...withTable, Item: toAttributes(item), ...conditionInput(condition) })),
      );
    },
    async update(key, update) {
      const { Attributes } = await orLostRace(() =>
        client.send(
          new UpdateItemCommand({ ...withTable, Key: toAttributes(key), ...updateInput(update), ReturnValues: 'ALL_NEW' }),
        ),
      );
      return unmarshall(Attributes ?? {});
    },
    async transact(writes) {
      await orLostRace(() => client.send(new TransactWriteItemsCommand({ TransactItems: writes })));
    },
    async query(query) {
      const { Items, LastEvaluatedKey } = await client.send(new QueryCommand({ ...withTable, ...queryInput(query) }));
      return { items: (Items ?? []).map((item) => unmarshall(item)), ...nextOf(LastEvaluatedKey) };
    },
    async count(query) {
      const counting = { ...withTable, ...queryInput(query), Select: 'COUNT' as const };
      const { Count, LastEvaluatedKey } = await client.send(new QueryCommand(counting));
      return { count: Count ?? 0, ...nextOf(LastEvaluatedKey) };
    },
    putWrite: (item, condition) => ({ Put: { ...withTable, Item: toAttributes(item), ...conditionInput(condition) } }),
    updateWrite: (key, update) => ({ Update: { ...withTable, Key: toAttributes(key), ...updateInput(update) } }),
    deleteWrite: (key, condition) => ({ Delete: { ...withTable, Key: toAttributes(key), ...conditionInput(condition) } }),
  };
}

function queryInput({ values, startAt, ...rest }: TableQuery) {
  return {
    ...rest,
    ExpressionAttributeValues: toAttributes(values),
    ...(startAt && { ExclusiveStartKey: toAttributes(startAt) }),
  };
}

function nextOf(lastKey: Record<string, AttributeValue> | undefined): { next?: Item } {
  return lastKey ? { next: unmarshall(lastKey) } : {};
}

function toAttributes(item: object): Record<string, AttributeValue> {
  return marshall(item, { removeUndefinedValues: true });
}

const returnFound = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

function conditionInput(condition: Condition | undefined) {
  if (!condition) return {};
  return {
    ConditionExpression: condition.expression,
    ...(condition.names && { ExpressionAttributeNames: condition.names }),
    ...(condition.values && { ExpressionAttributeValues: toAttributes(condition.values) }),
    ...returnFound,
  };
}

function updateInput(
  update: Update,
): Omit<UpdateItemCommandInput, 'TableName' | 'Key' | 'UpdateExpression'> & { UpdateExpression: string } {
  return {
    UpdateExpression: update.expression,
    ...(update.condition && { ConditionExpression: update.condition, ...returnFound }),
    ...(update.names && { ExpressionAttributeNames: update.names }),
    ...(update.values && { ExpressionAttributeValues: toAttributes(update.values) }),
  };
}

/**
 * A failed condition, or a transaction cancelled for conditions or conflicts, is a lost race; anything else is broken. A
 * single write that meets a transaction at work on its item is neither, and is tried again: the SDK does not do so.
 */
async function orLostRace<T>(send: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || tried === CONFLICT_TRIES) throw lostRaceIn(error) ?? error;
      await briefPause();
    }
  }
}

const CONFLICT_TRIES = 4;
const RACE_REASONS = new Set(['None', 'ConditionalCheckFailed', 'TransactionConflict']);

function lostRaceIn(error: unknown): LostRace | undefined {
  if (error instanceof ConditionalCheckFailedException) return new LostRace([error.Item && unmarshall(error.Item)], error);
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const isRace = reasons.every(({ Code }) => Code === undefined || RACE_REASONS.has(Code));
  const found = reasons.map(({ Item }) => Item && unmarshall(Item));
  return isRace ? new LostRace(found, error) : undefined;
}
