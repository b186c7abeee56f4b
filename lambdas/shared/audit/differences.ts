import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The differences between two states of a resource as the API shows them, without `updated_at`; undefined if there are none. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: only(before), after: only(after) };
}
