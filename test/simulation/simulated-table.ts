import {
  type DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OUTBOX_PREFIX } from '../../contract/stack/table-shape.ts';
import { type Item, openTable, type Table } from '../../lambdas/shared/table/table.store.ts';
import { holdItems } from '../lambdas/held-items.ts';
import { type GuardName, withoutGuard } from './guards.ts';
import type { Scheduler } from './scheduler.ts';

type Command = { constructor: { name: string }; input: object };
type Put = { Item?: Item };

/** What a write has changed: `before` and `after` it. */
export interface Changed {
  key: string;
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * The table that unit tests have (held against Amazon's own engine in test/engine/), for functions that run beside each other:
 * each request waits for its turn, may be throttled, may conflict, and may be sent again.
 */
export class SimulatedTable {
  readonly table: Table;
  /** Told of all that a request has changed, in the moment in which it did. */
  onChange: (changed: readonly Changed[]) => void = () => {};
  readonly #items: ReadonlyMap<string, Item>;
  readonly #answer: (command: Command) => Promise<object>;

  constructor(scheduler: Scheduler, items: readonly Item[], without?: GuardName) {
    const answers: ((command: Command) => Promise<object>)[] = [];
    const stub = { reset: () => {}, send: { callsFake: (fake: (typeof answers)[number]) => answers.push(fake) } };
    this.#items = holdItems(stub as never, items).items;
    const [answer] = answers;
    if (!answer) throw new Error('the table of the unit tests has not begun');
    this.#answer = answer;
    this.table = openTableAt((command) => {
      const name = command.constructor.name.replace(/Command$/, '');
      const options = { refusal: () => refusalOf(name), isSentAgain: name === 'Put' || name === 'Update' };
      return scheduler.call(`${name} ${keyOf(command.input)}`, () => this.#perform(command, without), options);
    });
  }

  /** As it is now, for whoever checks it. */
  get(key: { pk: string; sk: string }): Item | undefined {
    return this.#items.get(`${key.pk}|${key.sk}`);
  }

  rows(prefix: string): Item[] {
    const found: Item[] = [];
    for (const [id, item] of this.#items) if (id.startsWith(prefix)) found.push(item);
    return found;
  }

  #perform(command: Command, without: GuardName | undefined): Promise<object> {
    const { input } = command;
    const written = writtenBy(input);
    const before = written.map((key) => this.#items.get(key));
    const sent = without ? withoutGuard(without, input) : input;
    const answered = this.#answer({ constructor: command.constructor, input: sent });
    // Its work is done by now: it waits for nothing.
    const changed = written.map((key, at) => ({ key, before: before[at], after: this.#items.get(key) }));
    const real = changed.filter((change) => change.before !== change.after);
    if (real.length > 0) this.onChange(real);
    return answered;
  }
}

/** An entry of the outbox that was not there before: what the relay's filter lets through. */
export function isNewEntry({ key, before }: Changed): boolean {
  return before === undefined && key.startsWith(OUTBOX_PREFIX);
}

function openTableAt(send: (command: Command) => Promise<unknown>): Table {
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = () => ({ send }) as never;
  try {
    return openTable({} as DynamoDBClient, 'table');
  } finally {
    DynamoDBDocumentClient.from = from;
  }
}

function idOf({ pk, sk }: Item): string {
  return `${pk}|${sk}`;
}

function writtenBy(input: { Key?: Item; Item?: Item; TransactItems?: Record<string, { Key?: Item } & Put>[] }): string[] {
  const { Key, Item: item, TransactItems } = input;
  if (TransactItems)
    return TransactItems.flatMap((write) => Object.values(write).map((each) => idOf(each.Key ?? each.Item ?? {})));
  const one = Key ?? item;
  return one ? [idOf(one)] : [];
}

function keyOf(input: object): string {
  const [first, ...others] = writtenBy(input);
  const { IndexName, ExpressionAttributeValues = {} } = input as { IndexName?: string; ExpressionAttributeValues?: Item };
  if (first === undefined) return `${IndexName ?? ''} ${Object.values(ExpressionAttributeValues).slice(0, 2).join(' ')}`;
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

function refusalOf(name: string): Error {
  if (name !== 'TransactWrite') return new ProvisionedThroughputExceededException({ message: 'throttled', $metadata: {} });
  const CancellationReasons = [{ Code: 'TransactionConflict' }];
  return new TransactionCanceledException({ message: 'another transaction is at work', $metadata: {}, CancellationReasons });
}
