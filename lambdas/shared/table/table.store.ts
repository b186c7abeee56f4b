import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import { briefPause } from '../time/clock.gateway.ts';
import type { Key } from './keys.ts';
import { LostRace } from './lost-race.ts';
import { changesTheAudit, isOfTheAudit, marshallable, NOT_THERE_YET } from './write-input.ts';

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * The table for a caller that only reads: it also builds writes for another's transaction. Code with only this cannot write, and
 * so cannot spend anything.
 */
export interface TableReads {
  get(key: Key): Promise<Item | undefined>;
  /**
   * The existing ones of up to 100 items, in no order; no request for none. `mayLag`: eventually consistent, at half the price.
   */
  getMany(keys: Key[], options?: { mayLag?: boolean }): Promise<Item[]>;
  query(query: TableQuery): Promise<{ items: Item[]; next?: Item }>;
  /** The number of items on a page of a query, without the items; `scanned`: before its filter. */
  count(query: TableQuery): Promise<{ count: number; scanned: number; next?: Item }>;
  /** Builders for `transact`. */
  putWrite(item: Item & Key, condition?: Condition): Write;
  updateWrite(key: Key, update: Update): Write;
  deleteWrite(key: Key, condition?: Condition): Write;
  /** Writes nothing: the transaction is refused if the condition fails. It needs `dynamodb:ConditionCheckItem`. */
  checkWrite(key: Key, condition: Condition): Write;
}

/** The only table, with plain JavaScript values. Every method is exactly one request to DynamoDB, unless that is throttled. */
export interface Table extends TableReads {
  put(item: Item & Key, condition?: Condition): Promise<void>;
  /** Throws LostRace (with the item found) when its condition fails; returns the item after the update. */
  update(key: Key, update: Update): Promise<Item>;
  /** All or nothing. Throws LostRace when a condition fails or another transaction uses one of the items at the same time. */
  transact(writes: Write[]): Promise<void>;
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

export const notThereYet: Condition = { expression: NOT_THERE_YET };

/** Called for each write that would have changed the audit log, before it is thrown. */
type OnAuditRefused = (cause: unknown) => void;

/** The table of a deployment; endpoint, region and credentials come from the environment, as the SDK reads it. */
export function connectTable(tableName: string, onAuditRefused?: OnAuditRefused): Table {
  return openTable(new DynamoDBClient(SDK_LIMITS), tableName, onAuditRefused);
}

export function openTable(client: DynamoDBClient, tableName: string, onAuditRefused: OnAuditRefused = () => {}): Table {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const withTable = { TableName: tableName };

  function refuseToChangeTheAudit(key: Key, condition?: string, isAlone?: boolean): void {
    if (!changesTheAudit(key, condition, isAlone)) return;
    const refusal = new Error('the audit is only ever added to');
    onAuditRefused(refusal);
    throw refusal;
  }

  async function write<T>(keys: Item[], send: () => Promise<T>): Promise<T> {
    try {
      return await orLostRace(send);
    } catch (error) {
      if (isDenied(error) && keys.some(({ pk }) => isOfTheAudit({ pk: String(pk) }))) onAuditRefused(error);
      throw error;
    }
  }

  return {
    async get(Key) {
      const { Item } = await documents.send(new GetCommand({ ...withTable, Key, ConsistentRead: true }));
      return Item;
    },
    async getMany(wanted, { mayLag = false } = {}) {
      const found: Item[] = [];
      let left: Item[] = wanted.map(({ pk, sk }) => ({ pk, sk }));
      for (let tried = 1; left.length > 0; tried += 1) {
        if (tried > BATCH_TRIES) throw stillThrottled();
        if (tried > 1) await briefPause();
        const RequestItems = { [tableName]: { Keys: left, ConsistentRead: !mayLag } };
        const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems }));
        found.push(...(Responses?.[tableName] ?? []));
        left = UnprocessedKeys?.[tableName]?.Keys ?? [];
      }
      return found;
    },
    async put(Item, condition) {
      refuseToChangeTheAudit(Item, condition?.expression, true);
      await write([Item], () =>
        documents.send(new PutCommand({ ...withTable, Item: marshallable(Item), ...conditionInput(condition) })),
      );
    },
    async update(Key, update) {
      refuseToChangeTheAudit(Key);
      const { Attributes } = await write([{ ...Key }], () =>
        documents.send(new UpdateCommand({ ...withTable, Key, ...updateInput(update), ReturnValues: 'ALL_NEW' })),
      );
      return Attributes ?? {};
    },
    async transact(TransactItems) {
      const keys = TransactItems.flatMap(({ Put, Update, Delete }) => Put?.Item ?? Update?.Key ?? Delete?.Key ?? []);
      await write(keys, () => documents.send(new TransactWriteCommand({ TransactItems })));
    },
    async query(query) {
      const { Items, LastEvaluatedKey } = await documents.send(new QueryCommand({ ...withTable, ...queryInput(query) }));
      return { items: Items ?? [], ...nextOf(LastEvaluatedKey) };
    },
    async count(query) {
      const counting = { ...withTable, ...queryInput(query), Select: 'COUNT' as const };
      const { Count, ScannedCount, LastEvaluatedKey } = await documents.send(new QueryCommand(counting));
      return { count: Count ?? 0, scanned: ScannedCount ?? 0, ...nextOf(LastEvaluatedKey) };
    },
    putWrite(Item, condition) {
      refuseToChangeTheAudit(Item, condition?.expression);
      return { Put: { ...withTable, Item: marshallable(Item), ...conditionInput(condition) } };
    },
    updateWrite(Key, update) {
      refuseToChangeTheAudit(Key);
      return { Update: { ...withTable, Key, ...updateInput(update) } };
    },
    deleteWrite(Key, condition) {
      refuseToChangeTheAudit(Key);
      return { Delete: { ...withTable, Key, ...conditionInput(condition) } };
    },
    checkWrite(Key, condition) {
      return { ConditionCheck: { ...withTable, Key, ...requiredCondition(condition) } };
    },
  };
}

function queryInput({ values, startAt, ...rest }: TableQuery) {
  return { ...rest, ExpressionAttributeValues: marshallable(values), ...(startAt && { ExclusiveStartKey: startAt }) };
}

function nextOf(lastKey: Item | undefined): { next?: Item } {
  return lastKey ? { next: lastKey } : {};
}

const returnFound = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

function conditionInput(condition: Condition | undefined) {
  return condition ? requiredCondition(condition) : {};
}

function requiredCondition({ expression, names, values }: Condition) {
  return {
    ConditionExpression: expression,
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: marshallable(values) }),
    ...returnFound,
  };
}

function updateInput(update: Update) {
  return {
    UpdateExpression: update.expression,
    ...(update.condition && { ConditionExpression: update.condition, ...returnFound }),
    ...(update.names && { ExpressionAttributeNames: update.names }),
    ...(update.values && { ExpressionAttributeValues: marshallable(update.values) }),
  };
}

/**
 * A failed condition, or a transaction cancelled for conditions or conflicts, is a lost race; anything else is an error. A single
 * write that conflicts with a transaction is neither, and is retried here, because the SDK does not.
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
/** DynamoDB returns the part of a batch that it can, and the SDK, which retries a refused request, takes that for success. */
const BATCH_TRIES = 4;

function stillThrottled() {
  return new ProvisionedThroughputExceededException({ message: 'a part of the batch is throttled', $metadata: {} });
}

/** IAM denied the request. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && error.name === 'AccessDeniedException';
}

const RACE_REASONS = new Set(['None', 'ConditionalCheckFailed', 'TransactionConflict']);

/** The document client converts responses, but not the items in an error. */
function lostRaceIn(error: unknown): LostRace | undefined {
  if (error instanceof ConditionalCheckFailedException) return new LostRace([error.Item && unmarshall(error.Item)], error);
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const isRace = reasons.every(({ Code }) => Code === undefined || RACE_REASONS.has(Code));
  const found = reasons.map(({ Item }) => Item && unmarshall(Item));
  const refused = reasons.flatMap(({ Code }, position) => (Code === 'ConditionalCheckFailed' ? [position] : []));
  return isRace ? new LostRace(found, error, refused) : undefined;
}
