import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AwsStub } from 'aws-sdk-client-mock';
import { LIST_INDEXES, LISTED_ATTRIBUTE, TABLE_SHAPE } from '../../contract/stack/table-shape.ts';
import type { Write } from '../../lambdas/shared/table/table.store.ts';
import { marshallable } from '../../lambdas/shared/table/write-input.ts';
import { type Expressions, holds, isMet, stored, updated } from './expressions.ts';
import { itemBytes } from './item-size.ts';

// An in-memory table for tests with sequential or concurrent requests: a mocked client that enforces conditions.

type Item = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the types of a stub of any command
type Stub = Pick<AwsStub<any, any, any>, 'send' | 'reset' | 'resetHistory'>;
type Command = { constructor: unknown; input: object };
const INDEXES = [...Object.values(LIST_INDEXES), TABLE_SHAPE.byDue, TABLE_SHAPE.byScan];
const PARTITION_KEYS = [...new Set(['pk', ...INDEXES.map(({ partitionKey }) => partitionKey)])];
type Single = Expressions & { Item?: Item; Key?: Item };

const idOf = (item: Item) => `${item.pk}|${item.sk}`;

/** An answered request: the items before and after it by `pk|sk`, and its answer or error. */
export interface Answered {
  action: string;
  input: object;
  before: ReadonlyMap<string, Item>;
  after: ReadonlyMap<string, Item>;
  answer?: object;
  error?: Error;
}
let witness: ((request: Answered) => void) | undefined;
let guard: ((action: string, input: object) => void) | undefined;

/** Sets an observer of every request. test/engine/ repeats the requests on Amazon's engine. */
export function tellOfRequests(to: typeof witness): void {
  witness = to;
}

/** Sets a guard that runs before every request. If it throws, the caller gets the error, and the table is unchanged. */
export function guardRequests(by: typeof guard): void {
  guard = by;
}

/** DynamoDB's names of the sent requests, one per command. */
export function requestsTo(dynamo: { calls(): { args: unknown[] }[] }): string[] {
  const commands = dynamo.calls().map(({ args }) => args[0] as { clientCommand: object });
  return commands.map(({ clientCommand }) => clientCommand.constructor.name.replace(/Command$/, ''));
}

/** The requests with their keys. Ids that are not in `known` are masked, and so are outbox partitions, which depend on ids. */
export function requestsWithKeys(dynamo: { calls(): { args: unknown[] }[] }, known: string): string[] {
  const kinds = requestsTo(dynamo);
  return dynamo.calls().map(({ args }, place) => {
    const { input } = args[0] as { input: Request };
    const index = input.IndexName === undefined ? '' : `${input.IndexName} `;
    const text = keysIn(input).join(', ');
    const shown = text.replaceAll(DRAWN, (id) => (known.includes(id) ? id : '…')).replaceAll(/OUTBOX#\S+/g, 'OUTBOX#…');
    return `${kinds[place]} ${index}${shown}`;
  });
}

const DRAWN = /(?<=_)[0-9A-Z]{7,}\b|[0-9A-Za-z]{12,}/g;

interface Request extends Single, Pick<QueryCommandInput, 'IndexName' | 'KeyConditionExpression'> {
  RequestItems?: Record<string, { Keys: Item[] }>;
  TransactItems?: Write[];
}

function keysIn({ RequestItems = {}, TransactItems = [], ...single }: Request): string[] {
  const textOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const { KeyConditionExpression = '', ExpressionAttributeValues = {} } = single;
  const key = single.Key ?? single.Item;
  const asked = (KeyConditionExpression.match(/:\w+/g) ?? []).map((name) => ExpressionAttributeValues[name]);
  return [
    ...(key ? [textOf(key)] : []),
    ...(asked.length > 0 ? [asked.join(' ')] : []),
    ...Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(textOf)),
    ...(TransactItems.flatMap((item) => Object.entries(item)) as [string, Single][]).map(
      ([kind, { Key, Item = {} }]) => `${kind} ${textOf(Key ?? Item)}`,
    ),
  ];
}

/**
 * Answers requests from these items, and changes them. `items`: the current items by `pk|sk`. `meanwhile` runs its argument just
 * before the next transaction, like a faster concurrent writer. `loseAnswer`: the next update with a matching expression is
 * applied, but its answer is lost, and the SDK repeats the request.
 */
export function holdItems(dynamo: Stub, held: readonly Item[]) {
  const others: (() => void)[] = [];
  let lost: RegExp | undefined;
  const items = new HeldItems(held);
  const itemAt = (key: Item = {}) => items.get(idOf(key));
  const apply = (kind: keyof Write, write: Single) => {
    const key = stored(write.Key ?? write.Item ?? {});
    if (kind === 'Put') items.set(idOf(key), key);
    if (kind === 'Delete') items.delete(idOf(key));
    if (kind === 'Update') items.set(idOf(key), updated(items.get(idOf(key)) ?? key, write));
  };
  const single = (kind: 'Put' | 'Update') => (write: Single) => {
    const found = itemAt(write.Key ?? write.Item);
    if (!isMet(found, write)) throw refused(found);
    apply(kind, write);
    return { Attributes: answered(itemAt(write.Key ?? write.Item) ?? {}) };
  };
  const answers = new Map<unknown, (input: object) => object>();
  const answer = <Input extends object>(command: unknown, action: string, work: (input: Input) => object) => {
    answers.set(command, (input) => {
      guard?.(action, input);
      if (command === TransactWriteCommand) others.shift()?.();
      if (command === UpdateCommand && lost?.test((input as Single).UpdateExpression ?? '')) {
        lost = undefined;
        work(input as Input);
      }
      return witness ? witnessed(witness, action, input as Input, work) : work(input as Input);
    });
  };
  const witnessed = <Input extends object>(
    tell: (request: Answered) => void,
    action: string,
    input: Input,
    work: (input: Input) => object,
  ) => {
    const before = new Map(items);
    try {
      const answer = work(input);
      tell({ action, input, before, after: new Map(items), answer });
      return answer;
    } catch (error) {
      tell({ action, input, before, after: before, error: error as Error });
      throw error;
    }
  };
  // Sinon keeps each stub and its calls for the life of the process.
  dynamo.resetHistory();
  dynamo.reset();
  // Not `on()` per command: Sinon compares every command with all stubs, which took half of the tests' time.
  dynamo.send.callsFake(async (command: Command) => answers.get(command.constructor)?.(command.input));
  answer(GetCommand, 'GetItem', ({ Key }: { Key: Item }) => {
    const Item = itemAt(Key);
    return Item ? { Item: answered(Item) } : {};
  });
  answer(BatchGetCommand, 'BatchGetItem', ({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] }> }) => {
    const inTables = Object.entries(RequestItems);
    const found = (keys: Item[]) => keys.map(itemAt).filter((item) => item !== undefined);
    return { Responses: Object.fromEntries(inTables.map(([name, { Keys }]) => [name, found(Keys).map(answered)])) };
  });
  answer(PutCommand, 'PutItem', single('Put'));
  answer(UpdateCommand, 'UpdateItem', single('Update'));
  answer(QueryCommand, 'Query', (input: QueryCommandInput) => pageOf(items, input));
  answer(TransactWriteCommand, 'TransactWriteItems', ({ TransactItems }: { TransactItems: Write[] }) => {
    const writes = TransactItems.flatMap((item) => Object.entries(item)) as [keyof Write, Single][];
    const reasons = writes.map(([, write]) => {
      const found = itemAt(write.Key ?? write.Item);
      return isMet(found, write) ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', ...carriedByAnError(found) };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    for (const [kind, write] of writes) apply(kind, write);
    return {};
  });
  return {
    items,
    meanwhile: (act: () => void) => others.push(act),
    loseAnswer: (to = /./) => {
      lost = to;
    },
  };
}

/** Answers requests without a mock, which would remember each call: for tests with hundreds of thousands of requests. */
export function answersOf(held: readonly Item[]) {
  let answers = async (_: Command): Promise<object> => ({});
  const callsFake = (fake: typeof answers) => {
    answers = fake;
  };
  const table = holdItems({ reset: () => {}, resetHistory: () => {}, send: { callsFake } } as never, held);
  return { ...table, answer: answers };
}

/** Indexed by the partition keys of the table and its indexes, because a Query reads one partition. */
class HeldItems extends Map<string, Item> {
  /** By attribute, then by value. */
  readonly #partitions = new Map(PARTITION_KEYS.map((attribute) => [attribute, new Map<unknown, Map<string, Item>>()]));

  constructor(held: readonly Item[]) {
    super();
    for (const item of held) this.set(idOf(item), item);
  }

  in(attribute: string, value: string): Iterable<Item> {
    return this.#partitions.get(attribute)?.get(value)?.values() ?? [];
  }

  override set(id: string, item: Item): this {
    const before = this.get(id);
    for (const [attribute, byValue] of this.#partitions) {
      const [was, is] = [before?.[attribute], item[attribute]];
      if (was !== undefined && was !== is) byValue.get(was)?.delete(id);
      if (is === undefined) continue;
      const others = byValue.get(is);
      if (others) others.set(id, item);
      else byValue.set(is, new Map([[id, item]]));
    }
    return super.set(id, item);
  }

  override delete(id: string): boolean {
    const before = this.get(id);
    for (const [attribute, byValue] of this.#partitions) byValue.get(before?.[attribute])?.delete(id);
    return super.delete(id);
  }

  override clear(): void {
    for (const byValue of this.#partitions.values()) byValue.clear();
    super.clear();
  }
}

function pageOf(items: HeldItems, input: QueryCommandInput) {
  const index = INDEXES.find(({ name }) => name === input.IndexName);
  const sortKey = index?.sortKey ?? 'sk';
  const direction = input.ScanIndexForward === false ? -1 : 1;
  const order = (a: Item, b: Item) => direction * (compare(a[sortKey], b[sortKey]) || compare(idOf(a), idOf(b)));
  const start = input.ExclusiveStartKey;
  refuseOutside(input, start);
  const found: Item[] = [];
  for (const item of partitionOf(items, input))
    if (
      item[sortKey] !== undefined &&
      holds(input.KeyConditionExpression ?? '', item, input) &&
      (!start || order(item, start) > 0)
    )
      found.push(item);
  found.sort(order);
  const page = upToAMegabyte(found.slice(0, input.Limit ?? found.length), index);
  // As in DynamoDB: a page ended by its limit or size may still be the last one.
  const last = page.isFull || page.items.length === input.Limit ? page.items.at(-1) : undefined;
  const passed = page.items.filter((item) => !input.FilterExpression || holds(input.FilterExpression, item, input));
  return {
    Count: passed.length,
    ScannedCount: page.items.length,
    ...(input.Select !== 'COUNT' && { Items: passed.map((item) => answered(projected(item, input))) }),
    ...(last && { LastEvaluatedKey: keyOf(last, index) }),
  };
}

/** The key condition of a Query begins with the partition key. */
function partitionOf(items: HeldItems, input: QueryCommandInput): Iterable<Item> {
  const { KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = input;
  const [, name = '', value = ''] = PARTITION.exec(KeyConditionExpression) ?? [];
  const attribute = ExpressionAttributeNames?.[name] ?? name;
  const wanted: unknown = ExpressionAttributeValues?.[value];
  return typeof wanted === 'string' && PARTITION_KEYS.includes(attribute) ? items.in(attribute, wanted) : items.values();
}

const PARTITION = /^(#?\w+) = (:\w+)(?: AND |$)/;
const PAGE_BYTES = 1_048_576;

/**
 * A page ends with the item that fills it, as on Amazon's engine (test/engine/pages.test.ts). Its size counts before filter and
 * projection. For an index, AWS counts the index entries.
 */
function upToAMegabyte(items: Item[], index: (typeof INDEXES)[number] | undefined): { items: Item[]; isFull: boolean } {
  let bytes = 0;
  for (const [position, item] of items.entries()) {
    bytes += itemBytes(index ? entryOf(item, index) : item);
    if (bytes >= PAGE_BYTES) return { items: items.slice(0, position + 1), isFull: true };
  }
  return { items, isFull: false };
}

function keyOf(item: Item, index: (typeof INDEXES)[number] | undefined): Item {
  const names = ['pk', 'sk', ...(index ? [index.partitionKey, index.sortKey] : [])];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

function projected(item: Item, { IndexName, ProjectionExpression, ExpressionAttributeNames }: QueryCommandInput): Item {
  const index = INDEXES.find(({ name }) => name === IndexName);
  const whole = index ? entryOf(item, index) : item;
  if (ProjectionExpression === undefined) return whole;
  const asked = ProjectionExpression.split(/\s*,\s*/).map((name) => ExpressionAttributeNames?.[name] ?? name);
  return membersOf(whole, asked);
}

function membersOf(item: Item, names: readonly string[]): Item {
  const members: Item = {};
  for (const name of Object.keys(item)) if (names.includes(name)) members[name] = item[name];
  return members;
}

const entries = new WeakMap<Item, Map<string, Item>>();

/** An item's index entry: the same object for the same item, so that it is measured once. */
function entryOf(item: Item, index: (typeof INDEXES)[number]): Item {
  const ofItem = entries.get(item) ?? new Map<string, Item>();
  entries.set(item, ofItem);
  const known = ofItem.get(index.name);
  if (known) return known;
  const held = ['pk', 'sk', index.partitionKey, index.sortKey, ...('sortType' in index ? [LISTED_ATTRIBUTE] : [])];
  const entry = membersOf(item, held);
  ofItem.set(index.name, Object.isFrozen(item) ? Object.freeze(entry) : entry);
  return entry;
}

/** As in DynamoDB: a range must be in order, and a Query must begin inside it. */
function refuseOutside(input: QueryCommandInput, start: Item | undefined): void {
  const { KeyConditionExpression = '', ExpressionAttributeValues = {}, IndexName } = input;
  const [, first = '', last = ''] = /BETWEEN (:\w+) AND (:\w+)/.exec(KeyConditionExpression) ?? [];
  const isUpsideDown = compare(ExpressionAttributeValues[first], ExpressionAttributeValues[last]) > 0;
  const isOutside = start && IndexName === undefined && !holds(KeyConditionExpression, start, input);
  if (isUpsideDown || isOutside) throw Object.assign(new Error('a range of no sense'), { name: 'ValidationException' });
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return (a as string) < (b as string) ? -1 : 1;
}

/** Frozen items need no copy. */
function answered(item: Item): Item {
  return Object.isFrozen(item) ? item : (copyOf(item) as Item);
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Item = {};
  for (const [name, member] of Object.entries(value)) if (member !== undefined) copy[name] = copyOf(member);
  return copy;
}

/** The document client does not translate items in errors. */
function carriedByAnError(item: Item | undefined) {
  return item ? { Item: marshall(marshallable(item), { removeUndefinedValues: true }) } : {};
}

function refused(found: Item | undefined) {
  return new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, ...carriedByAnError(found) });
}

function cancelled(CancellationReasons: object[]) {
  return new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
}
