import { type IdName, notFound } from '../errors/named-errors.ts';

/** An id of a path, in the one way that JavaScript writes it. What no id of ours can look like is not repeated back in the 404. */
export function pathId(text: string | undefined, name: IdName): number {
  const id = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text ?? '') || !Number.isSafeInteger(id)) throw notFound(name);
  return id;
}
