import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** What differs between two states of a resource as the API shows them, `updated_at` apart; undefined where nothing does. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: only(before), after: only(after) };
}
