/**
 * What is to be stored, as the document client translates it rightly. It tells what a value is by the name of its `constructor`, which
 * is a member like any other of a map whose names a stranger has chosen: such a map goes in as a Map. The name `__proto__`, which
 * the client would drop without a word, is thrown on: whoever takes names from strangers refuses it first (metadata.schema.ts).
 */
export function marshallable<T>(value: T): T {
  return withMaps(value) as T;
}

function withMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaps);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withMaps(member)] as const);
  if (Object.hasOwn(value, '__proto__')) throw new Error('a map with the name __proto__ cannot be stored');
  return Object.hasOwn(value, 'constructor') ? new Map(members) : Object.fromEntries(members);
}

/** Bytes, sets and whatever else has a class goes as it is. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
