/** The limits of reads for a filter without an index: items per page, and items per Query. */
export const MAX_READ = 1_000;
export const MAX_READ_AT_ONCE = 250;

/**
 * A Lambda response has at most 6 MB, as JSON within JSON, where a quotation mark takes two bytes. A page of large items ends
 * sooner: no item exceeds 400 KB (DynamoDB's limit), so every page has some.
 */
export const MAX_BYTES = 2_500_000;

/** The leading items whose total size does not exceed `most` bytes. */
export function upToBytes<Item>(items: readonly Item[], most: number, bytesOf: (item: Item) => number): Item[] {
  let bytes = 0;
  for (const [position, item] of items.entries()) {
    bytes += bytesOf(item);
    if (bytes > most) return items.slice(0, position);
  }
  return [...items];
}
