import { isDeepStrictEqual } from 'node:util';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

// Evaluates the DynamoDB expressions that the stores use; anything else throws.

type Item = Record<string, unknown>;
export interface Expressions {
  ConditionExpression?: string | undefined;
  UpdateExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

/**
 * The item as DynamoDB stores it: without undefined. Throws for values that the document client cannot translate. Frozen, so that
 * it can be shared.
 */
export function stored(item: Item): Item {
  const copy = plainCopy(item);
  return (copy === NOT_PLAIN ? frozen(unmarshall(marshall(item, { removeUndefinedValues: true }))) : copy) as Item;
}

/** Freezes lists and maps deeply. Bytes and sets cannot be frozen. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

const NOT_PLAIN = Symbol('not plain');

/** Equals a round trip through the client, but ten times as fast. Handles text, safe numbers, and lists and maps of these. */
function plainCopy(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 : NOT_PLAIN;
  if (Array.isArray(value)) {
    const list = value.map(plainCopy);
    return list.includes(NOT_PLAIN) ? NOT_PLAIN : Object.freeze(list);
  }
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype ? plainMap(value) : NOT_PLAIN;
}

function plainMap(map: object): unknown {
  const copy: Item = {};
  for (const [name, member] of Object.entries(map)) {
    if (member === undefined) continue;
    const own = plainCopy(member);
    // The client identifies a value's type by its `constructor`.
    if (own === NOT_PLAIN || name === 'constructor' || name === '__proto__') return NOT_PLAIN;
    copy[name] = own;
  }
  return Object.freeze(copy);
}

export function isMet(item: Item | undefined, write: Expressions): boolean {
  return write.ConditionExpression === undefined || holds(write.ConditionExpression, item ?? {}, write);
}

type Names = Record<string, string>;
/** A parsed part of an expression, evaluated on an item with a request's names and values. */
type Read<T> = (item: Item, names: Names, values: Item) => T;

const TOKEN = /\s*(\(|\)|,|<=|>=|<>|=|<|>|\+|[#:\w.]+)/gy;
type Comparison = (a: never, b: never) => boolean;
const COMPARISONS: Record<string, Comparison> = {
  '=': (a, b) => a === b || (typeof a === 'object' && isDeepStrictEqual(a, b)),
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const NO_NAMES: Names = {};
const conditionsKnown = new Map<string, Read<boolean>>();

/** Cached, because the stores use only a few hundred expressions. */
export function holds(expression: string, item: Item, of: Expressions): boolean {
  const known = conditionsKnown.get(expression) ?? readCondition(expression);
  conditionsKnown.set(expression, known);
  return known(item, of.ExpressionAttributeNames ?? NO_NAMES, valuesOf(of));
}

/**
 * OR binds less than AND, and AND less than NOT, as in DynamoDB. A missing attribute makes every comparison false, except `<>`.
 */
function readCondition(expression: string): Read<boolean> {
  const tokens = [...expression.matchAll(TOKEN)].map(([, token = '']) => token);
  let at = 0;
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected !== undefined && token !== expected)) throw new Error(`cannot read: ${expression}`);
    return token;
  };
  const listOf = (operator: string, operand: () => Read<boolean>): Read<boolean>[] => {
    const found = [operand()];
    while (tokens[at] === operator) {
      at += 1;
      found.push(operand());
    }
    return found;
  };
  const operand = (): Read<unknown> => {
    const name = take();
    if (name !== 'size') return readOperand(name);
    take('(');
    const value = readOperand(take());
    take(')');
    return (...of) => Object.keys((value(...of) as object) ?? {}).length;
  };
  const either = (): Read<boolean> => {
    const [first, ...others] = listOf('OR', both) as [Read<boolean>];
    return others.length === 0
      ? first
      : (item, names, values) => first(item, names, values) || others.some((each: Read<boolean>) => each(item, names, values));
  };
  const both = (): Read<boolean> => {
    const [first, ...others] = listOf('AND', single) as [Read<boolean>];
    return others.length === 0
      ? first
      : (item, names, values) => first(item, names, values) && others.every((each: Read<boolean>) => each(item, names, values));
  };
  const single = (): Read<boolean> => {
    const token = tokens[at] ?? '';
    if (token === '(') {
      take('(');
      const inner = either();
      take(')');
      return inner;
    }
    if (/^(attribute_exists|attribute_not_exists|begins_with)$/.test(token)) return call(take());
    const left = operand();
    if (tokens[at] === 'BETWEEN') return between(left);
    const operator = COMPARISONS[take()] as ((a: unknown, b: unknown) => boolean) | undefined;
    const right = operand();
    if (!operator) throw new Error(`cannot read: ${expression}`);
    return (item, names, values) => {
      const one = left(item, names, values);
      const other = right(item, names, values);
      return one !== undefined && other !== undefined ? operator(one, other) : operator === COMPARISONS['<>'];
    };
  };
  const between = (value: Read<unknown>): Read<boolean> => {
    take('BETWEEN');
    const low = operand() as Read<string>;
    take('AND');
    const high = operand() as Read<string>;
    return (item, names, values) => {
      const own = value(item, names, values) as string;
      return own >= low(item, names, values) && own <= high(item, names, values);
    };
  };
  const call = (name: string): Read<boolean> => {
    take('(');
    const value = readOperand(take());
    const prefix = tokens[at] === ',' && take(',') ? readOperand(take()) : undefined;
    take(')');
    if (name === 'begins_with') return (...of) => String(value(...of)).startsWith(String(prefix?.(...of)));
    const isWanted = name === 'attribute_exists';
    return (item, names, values) => (value(item, names, values) !== undefined) === isWanted;
  };
  const condition = either();
  if (at !== tokens.length) throw new Error(`cannot read: ${expression}`);
  return condition;
}

interface Changes {
  sets: { path: readonly string[]; value: Read<unknown> }[];
  adds: { name: string; value: string }[];
  removes: (readonly string[])[];
}

const changesKnown = new Map<string, Changes>();

/** Applies `ADD a :one`, `SET a = b, c.#d = c + :d` and `REMOVE e, f.#g`. */
export function updated(item: Item, of: Expressions): Item {
  const expression = of.UpdateExpression ?? '';
  const known = changesKnown.get(expression) ?? readChanges(expression);
  changesKnown.set(expression, known);
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: sent = {} } = of;
  const values = valuesOf(of);
  const after = { ...item };
  for (const { path, value } of known.sets) assign(after, path, value(item, names, values), names);
  for (const { name, value } of known.adds) {
    const own = names[name] ?? name;
    after[own] = Number(item[own] ?? 0) + Number(sent[value]);
  }
  for (const path of known.removes) remove(after, path, names);
  return frozen(after);
}

function readChanges(expression: string): Changes {
  const parts = expression.split(/\b(ADD|SET|REMOVE)\b/).map((part) => part.trim());
  const clause = (name: string) => {
    const text = parts[parts.indexOf(name) + 1];
    return parts.includes(name) ? (text ?? '').split(/,(?![^(]*\))/).map((part) => part.trim()) : [];
  };
  if (parts[0] !== '') throw new Error(`cannot read: ${expression}`);
  return {
    sets: clause('SET').map((assignment) => {
      const [name = '', value = ''] = assignment.split(/\s*=\s*/);
      return { path: name.split('.'), value: readValue(value) };
    }),
    adds: clause('ADD').map((addition) => {
      const [name = '', value = ''] = addition.split(/\s+/);
      return { name, value };
    }),
    removes: clause('REMOVE').map((name) => name.split('.')),
  };
}

function assign(to: Item, [name = '', ...rest]: readonly string[], value: unknown, names: Names): void {
  const own = names[name] ?? name;
  if (rest.length === 0) {
    to[own] = value;
    return;
  }
  if (!(to[own] instanceof Object)) throw new Error(`no map to write into: ${own}`);
  to[own] = { ...to[own] };
  assign(to[own] as Item, rest, value, names);
}

function remove(from: Item, [name = '', ...rest]: readonly string[], names: Names): void {
  const own = names[name] ?? name;
  if (rest.length === 0) {
    delete from[own];
    return;
  }
  from[own] = { ...(from[own] as Item) };
  remove(from[own] as Item, rest, names);
}

function readValue(expression: string): Read<unknown> {
  const [left = '', right] = expression.split(/\s*\+\s*/);
  const [, name, fallback] = /^if_not_exists\((\S+), (\S+)\)$/.exec(left) ?? [];
  const [value, otherwise] = [readOperand(name ?? left), readOperand(fallback ?? left)];
  if (right === undefined) return (...of) => value(...of) ?? otherwise(...of);
  const added = readOperand(right);
  return (...of) => Number(value(...of) ?? otherwise(...of)) + Number(added(...of));
}

const NONE: Item = {};
const valuesKnown = new WeakMap<object, Item>();

/** Translated once per request, not once per compared item. */
function valuesOf({ ExpressionAttributeValues: values }: Expressions): Item {
  if (!values) return NONE;
  const known = valuesKnown.get(values) ?? stored(values);
  valuesKnown.set(values, known);
  return known;
}

function readOperand(operand: string): Read<unknown> {
  if (operand.startsWith(':')) return (_, __, values) => values[operand];
  const path = operand.split('.');
  const [first = ''] = path;
  if (path.length === 1) return (item, names) => item[names[first] ?? first];
  return (item, names) =>
    path.reduce<unknown>((value, name) => (value instanceof Object ? (value as Item)[names[name] ?? name] : undefined), item);
}
