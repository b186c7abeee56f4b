import { isDeepStrictEqual } from 'node:util';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

// The part of DynamoDB's expressions that our stores write, evaluated on an item; anything else throws.

type Item = Record<string, unknown>;
export interface Expressions {
  ConditionExpression?: string | undefined;
  UpdateExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

/** What DynamoDB has of it: nothing that is undefined. Throws for what the document client cannot translate. */
export function stored(item: Item): Item {
  return unmarshall(marshall(item, { removeUndefinedValues: true }));
}

export function isMet(item: Item | undefined, write: Expressions): boolean {
  return write.ConditionExpression === undefined || holds(write.ConditionExpression, item ?? {}, write);
}

const tokensKnown = new Map<string, readonly string[]>();

/** Our stores write a few hundred expressions, again and again. */
function tokensOf(expression: string): readonly string[] {
  const known = tokensKnown.get(expression);
  if (known) return known;
  const tokens = [...expression.matchAll(TOKEN)].map(([, token = '']) => token);
  tokensKnown.set(expression, tokens);
  return tokens;
}

const TOKEN = /\s*(\(|\)|,|<=|>=|<>|=|<|>|\+|[#:\w.]+)/gy;
type Comparison = (a: never, b: never) => boolean;
const COMPARISONS: Record<string, Comparison> = {
  '=': (a, b) => isDeepStrictEqual(a, b),
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/**
 * OR binds less than AND, and AND less than NOT, as in DynamoDB. What is not there makes every comparison false, but for `<>`.
 */
export function holds(expression: string, item: Item, of: Expressions): boolean {
  const tokens = tokensOf(expression);
  let at = 0;
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected !== undefined && token !== expected)) throw new Error(`cannot read: ${expression}`);
    return token;
  };
  const listOf = (operator: string, operand: () => boolean): boolean[] => {
    const found = [operand()];
    while (tokens[at] === operator) {
      at += 1;
      found.push(operand());
    }
    return found;
  };
  const operand = () => {
    const name = take();
    if (name !== 'size') return operandValue(name, item, of);
    take('(');
    const value = operandValue(take(), item, of);
    take(')');
    return Object.keys((value as object) ?? {}).length;
  };
  const either = (): boolean => listOf('OR', both).some(Boolean);
  const both = (): boolean => listOf('AND', single).every(Boolean);
  const single = (): boolean => {
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
    return left !== undefined && right !== undefined ? operator(left, right) : operator === COMPARISONS['<>'];
  };
  const between = (value: unknown): boolean => {
    take('BETWEEN');
    const low = operand();
    take('AND');
    const high = operand();
    return (value as string) >= (low as string) && (value as string) <= (high as string);
  };
  const call = (name: string): boolean => {
    take('(');
    const value = operandValue(take(), item, of);
    const prefix = tokens[at] === ',' && take(',') ? operandValue(take(), item, of) : undefined;
    take(')');
    if (name === 'begins_with') return String(value).startsWith(String(prefix));
    return (value !== undefined) === (name === 'attribute_exists');
  };
  const result = either();
  if (at !== tokens.length) throw new Error(`cannot read: ${expression}`);
  return result;
}

/** The item after `ADD a :one`, `SET a = b, c.#d = c + :d` and `REMOVE e, f.#g`. */
export function updated(item: Item, of: Expressions): Item {
  const parts = (of.UpdateExpression ?? '').split(/\b(ADD|SET|REMOVE)\b/).map((part) => part.trim());
  const clause = (name: string) => {
    const text = parts[parts.indexOf(name) + 1];
    return parts.includes(name) ? (text ?? '').split(/,(?![^(]*\))/).map((part) => part.trim()) : [];
  };
  if (parts[0] !== '') throw new Error(`cannot read: ${of.UpdateExpression}`);
  const after = { ...item };
  for (const assignment of clause('SET')) {
    const [name = '', expression = ''] = assignment.split(/\s*=\s*/);
    assign(after, name.split('.'), result(expression, item, of), of);
  }
  for (const addition of clause('ADD')) {
    const [name = '', value = ''] = addition.split(/\s+/);
    after[nameOf(name, of)] = Number(item[nameOf(name, of)] ?? 0) + Number(of.ExpressionAttributeValues?.[value]);
  }
  for (const name of clause('REMOVE')) remove(after, name.split('.'), of);
  return after;
}

function assign(to: Item, [name = '', ...rest]: string[], value: unknown, of: Expressions): void {
  const own = nameOf(name, of);
  if (rest.length === 0) {
    to[own] = value;
    return;
  }
  if (!(to[own] instanceof Object)) throw new Error(`no map to write into: ${own}`);
  to[own] = { ...to[own] };
  assign(to[own] as Item, rest, value, of);
}

function remove(from: Item, [name = '', ...rest]: string[], of: Expressions): void {
  const own = nameOf(name, of);
  if (rest.length === 0) {
    delete from[own];
    return;
  }
  from[own] = { ...(from[own] as Item) };
  remove(from[own] as Item, rest, of);
}

function result(expression: string, item: Item, of: Expressions): unknown {
  const [left = '', right] = expression.split(/\s*\+\s*/);
  const absent = /^if_not_exists\((\S+), (\S+)\)$/.exec(left);
  const value = absent
    ? (operandValue(absent[1] ?? '', item, of) ?? operandValue(absent[2] ?? '', item, of))
    : operandValue(left, item, of);
  return right === undefined ? value : Number(value) + Number(operandValue(right, item, of));
}

function nameOf(name: string, { ExpressionAttributeNames: names = {} }: Expressions): string {
  return names[name] ?? name;
}

const valuesKnown = new WeakMap<object, Item>();

/** Translated once for a request, and not for each item that it is compared with. */
function valuesOf({ ExpressionAttributeValues: values }: Expressions): Item {
  if (!values) return {};
  const known = valuesKnown.get(values) ?? stored(values);
  valuesKnown.set(values, known);
  return known;
}

function operandValue(operand: string, item: Item, of: Expressions): unknown {
  if (operand.startsWith(':')) return valuesOf(of)[operand];
  return operand
    .split('.')
    .reduce<unknown>((value, name) => (value instanceof Object ? (value as Item)[nameOf(name, of)] : undefined), item);
}
