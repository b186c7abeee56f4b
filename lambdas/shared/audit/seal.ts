import { hash } from 'node:crypto';
import { organizationOfAudit } from '../table/keys.ts';
import type { Seal, SealedEntry } from './seal.schema.ts';

// How audit entries are hashed and chained (docs/operate/audit.md). Nothing here may change: existing seals must keep their
// hashes.

type Item = Record<string, unknown>;

/** SHA-256 of a value's RFC 8785 form, in base64. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64');
}

/** RFC 8785: one text per value, whatever the order of its names. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Item;
  let text = '{';
  for (const { name, before } of sortedNames(Object.keys(fields))) text += before + canonicalJson(fields[name]);
  return `${text}}`;
}

/** Field names in their original order, and sorted, with the text before their values. */
interface Shape {
  names: readonly string[];
  sorted: { name: string; before: string }[];
}
/** A million entries have a dozen shapes: sorting the names of each entry took a third of the time. */
const shapes = new Map<string, Shape>();
const MAX_SHAPES = 1_000;

function sortedNames(names: readonly string[]): Shape['sorted'] {
  const key = names.join();
  const known = shapes.get(key);
  // A name may contain a comma.
  if (known?.names.length === names.length && known.names.every((name, place) => name === names[place])) return known.sorted;
  const sorted = names.toSorted().map((name, place) => ({ name, before: `${place === 0 ? '' : ','}${quote(name)}:` }));
  if (shapes.size < MAX_SHAPES) shapes.set(key, { names, sorted });
  return sorted;
}

/** Most text needs no escaping, and a million entries have some 25 million texts: this is twice as fast. */
const NOTHING_TO_ESCAPE = /^[ !#-[\]-~]*$/;
function quote(text: string): string {
  return NOTHING_TO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** An entry's record in a seal: it covers all attributes, its key included. */
export function sealedEntry(item: Item): SealedEntry {
  const pk = String(item.pk);
  const place = pk.slice(pk.indexOf(organizationOfAudit(pk)) + organizationOfAudit(pk).length + 1);
  return { place, id: String(item.sk), sha256: hashOf(item) };
}

/** The next seal, or the first one. Time never goes back in a chain. */
export function sealAfter(last: Seal | undefined, organizationId: string, entries: SealedEntry[], now: Date): Seal {
  const at = now.toISOString();
  const seal = {
    organizationId,
    number: (last?.number ?? 0) + 1,
    sealedAt: last && last.sealedAt > at ? last.sealedAt : at,
    ...(last && { previous: { sha256: last.sha256, sealedAt: last.sealedAt } }),
    entries,
  };
  return { ...seal, sha256: hashOf(seal) };
}

export function hashOfSeal({ organizationId, number, sealedAt, previous, entries }: Seal): string {
  return hashOf({ organizationId, number, sealedAt, ...(previous && { previous }), entries });
}
