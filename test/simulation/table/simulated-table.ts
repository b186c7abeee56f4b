import { isDeepStrictEqual } from 'node:util';
import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { OUTBOX_PREFIX } from '../../../contract/stack/table-shape.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';
import { answersOf } from '../../lambdas/held-items.ts';
import { type GuardName, withoutGuard } from '../guards.ts';
import type { Scheduler } from '../scheduler.ts';
import { type Command, openTableAt, type Send } from './open-table.ts';

/** Matched by name, because another release has its own classes. */
const COMMANDS: Record<string, unknown> = {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
};
type Put = { Item?: Item };
type Answer = (command: { constructor: unknown; input: object }) => Promise<object>;

/** The change of an item: its state before and after a request. */
export interface Changed {
  key: string;
  before: Item | undefined;
  after: Item | undefined;
}

export interface HeldTable {
  table: Table;
  /** For a release that opens the table with its own code. */
  send: Send;
  items: ReadonlyMap<string, Item>;
}

/**
 * The table of the unit tests (verified against DynamoDB's engine in test/engine/) for concurrent functions: each request waits
 * for its turn, may be throttled, may conflict, and may be retried.
 */
export class SimulatedTable {
  /** Called at each request with all its changes. */
  onChange: (changed: readonly Changed[]) => void = () => {};
  readonly #scheduler: Scheduler;
  readonly #without: GuardName | undefined;
  #used: HeldTable;

  constructor(scheduler: Scheduler, items: readonly Item[], without?: GuardName) {
    this.#scheduler = scheduler;
    this.#without = without;
    this.#used = this.beside(items);
  }

  get current(): HeldTable {
    return this.#used;
  }

  /** For new invocations: those that began before a restore keep their table. */
  get table(): Table {
    return this.#used.table;
  }

  /** The present item, for invariants. */
  get(key: { pk: string; sk: string }): Item | undefined {
    return this.#used.items.get(`${key.pk}|${key.sk}`);
  }

  rows(prefix: string): Item[] {
    const found: Item[] = [];
    for (const [id, item] of this.#used.items) if (id.startsWith(prefix)) found.push(item);
    return found;
  }

  /** A second table that nothing uses yet. */
  beside(items: readonly Item[]): HeldTable {
    const { items: held, answer } = answersOf(items);
    const send: Send = (command) => {
      const name = command.constructor.name.replace(/Command$/, '');
      const options = { refusal: () => refusalOf(name), isSentAgain: name === 'Put' || name === 'Update' };
      return this.#scheduler.call(`${name} ${keyOf(command.input)}`, () => this.#perform(command, other, answer), options);
    };
    const other: HeldTable = { table: openTableAt(send), send, items: held };
    return other;
  }

  /** Switches to another table. Returns the differences to the one before. */
  use(other: HeldTable): Changed[] {
    const { items } = this.#used;
    this.#used = other;
    const all = [...new Set([...items.keys(), ...other.items.keys()])];
    const changed = all.map((key) => ({ key, before: items.get(key), after: other.items.get(key) }));
    return changed.filter(({ before, after }) => before !== after);
  }

  #perform(command: Command, held: HeldTable, answer: Answer): Promise<object> {
    const { input } = command;
    const { items } = held;
    const written = writtenBy(input);
    const before = written.map((key) => items.get(key));
    const sent = this.#without ? withoutGuard(this.#without, input) : input;
    const answered = answer({ constructor: COMMANDS[command.constructor.name], input: sent });
    // The command completes synchronously.
    const changed = written.map((key, at) => ({ key, before: before[at], after: items.get(key) }));
    const real = changed.filter(({ before, after }) => before !== after && !isSame(before, after));
    if (real.length > 0 && held === this.#used) this.onChange(real);
    return answered;
  }
}

/** A new outbox entry, as the relay's stream filter passes it. */
export function isNewEntry({ key, before }: Changed): boolean {
  return before === undefined && key.startsWith(OUTBOX_PREFIX);
}

/** An update without a change, made to check a condition, has no stream record. */
function isSame(before: Item | undefined, after: Item | undefined): boolean {
  return before?.version !== undefined && before.version === after?.version && isDeepStrictEqual(before, after);
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
