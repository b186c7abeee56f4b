/** Where a filter has no index of its own, a page reads so many items at most, and so many with one Query. */
export const MOST_READ = 1_000;
export const MOST_READ_AT_ONCE = 250;

/**
 * Lambda answers with 6 MB at most, as text inside of text, where a quotation mark takes two bytes. A page of large items ends
 * sooner: no item is larger than 400 KB (an item of the table), so that every page has some.
 */
export const MOST_BYTES = 2_500_000;

/** The first of these items, as many as have no more bytes together. */
export function upToBytes<Item>(items: readonly Item[], most: number, bytesOf: (item: Item) => number): Item[] {
  let bytes = 0;
  for (const [position, item] of items.entries()) {
    bytes += bytesOf(item);
    if (bytes > most) return items.slice(0, position);
  }
  return [...items];
}
