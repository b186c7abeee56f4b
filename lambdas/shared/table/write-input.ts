import { AUDIT_PREFIX, SEALS_PREFIX } from '../../../contract/stack/table-shape.ts';
import type { Key } from './keys.ts';

export interface Assignments {
  expression: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
}

/**
 * An update expression that sets attributes: `SET #a = :a … REMOVE #b …`. Undefined ones are removed. Every name is a
 * placeholder, because DynamoDB reserves some 570 words (`state`, `status`, `url`, …). `more` are further clauses of SET.
 */
export function assignments(attributes: Record<string, unknown>, more: readonly string[] = []): Assignments {
  const names = Object.keys(attributes);
  const given = names.filter((name) => attributes[name] !== undefined);
  const sets = [...given.map((name) => `#${name} = :${name}`), ...more];
  const removes = names.filter((name) => attributes[name] === undefined).map((name) => `#${name}`);
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ];
  return {
    expression: clauses.join(' '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(given.map((name) => [`:${name}`, attributes[name]])),
  };
}

/** The only condition under which a write cannot replace anything. */
export const NOT_THERE_YET = 'attribute_not_exists(pk)';

export function isOfTheAudit({ pk }: Pick<Key, 'pk'>): boolean {
  return pk.startsWith(AUDIT_PREFIX) || pk.startsWith(SEALS_PREFIX);
}

/**
 * True when a write would change, delete or replace an audit entry or a seal. IAM refuses the first two and every single write of
 * an entry (lib/functions/audit-guard.ts), but it cannot see whether an item is new. `isAlone`: in no transaction.
 */
export function changesTheAudit(key: Key, condition?: string, isAlone = false): boolean {
  const isOnlyAdded = condition === NOT_THERE_YET;
  return isOfTheAudit(key) && (!isOnlyAdded || (isAlone && key.pk.startsWith(AUDIT_PREFIX)));
}

/**
 * Prepares a value for the document client. The client detects a value's type by the name of its `constructor`, which is an
 * ordinary member of a map with names from strangers: such a map is passed as a Map. The name `__proto__`, which the client would
 * drop silently, throws: callers that accept names from strangers must refuse it first (domain-requests.schema.ts).
 */
export function marshallable<T>(value: T): T {
  return withMaps(value) as T;
}

function withMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaps);
  if (!isPlainObject(value)) return value;
  if (Object.hasOwn(value, '__proto__')) throw new Error('a map with the name __proto__ cannot be stored');
  if (Object.hasOwn(value, 'constructor'))
    return new Map(Object.entries(value).map(([name, member]) => [name, withMaps(member)]));
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = withMaps(value[name]);
  return copy;
}

/** Bytes, sets and other class instances are passed unchanged. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
