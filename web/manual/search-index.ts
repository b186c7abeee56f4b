import MiniSearch, { type SearchResult } from 'minisearch';

/** A part of a page, from one heading to the next. */
export interface Part {
  address: string;
  page: string;
  heading: string;
  text: string;
  /** 1 by default; more for what most readers search, less for what few do. */
  weight: number;
}

export type Found = Part & Pick<SearchResult, 'terms'>;

/** Separators in names such as `Retry-After`, `ssl_status` or `domain.validated`. */
const NAME = /[-_./]/;

/** Also keeps names whole. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Returns a search for parts that contain all words, best match first. */
export function searchIndex(parts: readonly Part[]): (asked: string) => Found[] {
  const index = new MiniSearch<Part & { id: number }>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['weight'],
    tokenize: (text) => wordsOf(text).flatMap((word) => (NAME.test(word) ? [word, ...word.split(NAME)] : [word])),
    processTerm: (word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ''),
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      // Tolerates a typo in a long enough word.
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      // Searches a complete name as a whole.
      tokenize: wordsOf,
      boostDocument: (_id, _term, stored) => Number(stored?.weight),
    },
  });
  index.addAll(parts.map((part, id) => ({ ...part, id })));
  return (asked) => index.search(asked).flatMap(({ id, terms }) => ({ ...(parts[id] as Part), terms }));
}
