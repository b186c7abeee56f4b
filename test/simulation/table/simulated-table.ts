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

/** By their names: another release has classes of its own. */
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

/** What a write has changed: `before` and `after` it. */
export interface Changed {
  key: string;
  before: Item | undefined;
  after: Item | undefined;
}

/** One table, and what it holds. */
export interface HeldTable {
  table: Table;
  /** For whoever opens it by other code. */
  send: Send;
  items: ReadonlyMap<string, Item>;
}

/**
 * The table that unit tests have (held against Amazon's own engine in test/engine/), for functions that run beside each other:
 * each request waits for its turn, may be throttled, may conflict, and may be sent again.
 */
export class SimulatedTable {
  /** Told of all that a request has changed, in the moment in which it did. */
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

  /** For whoever begins now: what has begun before a restore goes on with the table that it has. */
  get table(): Table {
    return this.#used.table;
  }

  /** As it is now, for whoever checks it. */
  get(key: { pk: string; sk: string }): Item | undefined {
    return this.#used.items.get(`${key.pk}|${key.sk}`);
  }

  rows(prefix: string): Item[] {
    const found: Item[] = [];
    for (const [id, item] of this.#used.items) if (id.startsWith(prefix)) found.push(item);
    return found;
  }

  /** Another table, which nobody uses yet. */
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

  /** From now on it is this one. Answers how that differs from the one before. */
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
    // Its work is done by now: it waits for nothing.
    const changed = written.map((key, at) => ({ key, before: before[at], after: items.get(key) }));
    const real = changed.filter(({ before, after }) => before !== after && !isSame(before, after));
    if (real.length > 0 && held === this.#used) this.onChange(real);
    return answered;
  }
}

/** An entry of the outbox that was not there before: what the relay's filter lets through. */
export function isNewEntry({ key, before }: Changed): boolean {
  return before === undefined && key.startsWith(OUTBOX_PREFIX);
}

/** An update that changes nothing, as a check of the condition: the stream has no record of it. */
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
