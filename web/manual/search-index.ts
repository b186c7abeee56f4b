import MiniSearch, { type SearchResult } from 'minisearch';

/** A part of a page, from one heading to the next. */
export interface Part {
  address: string;
  page: string;
  heading: string;
  text: string;
  /** 1, more for what most readers look for, and less for what few do. */
  weight: number;
}

export type Found = Part & Pick<SearchResult, 'terms'>;

/** Between the parts of a name, such as `Retry-After`, `ssl_status` or `domain.validated`. */
const NAME = /[-_./]/;

/** Names stay whole. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Answers the parts that have all the words, the best first. */
export function searchIndex(parts: readonly Part[]): (asked: string) => Found[] {
  const index = new MiniSearch<Part & { id: number }>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['weight'],
    tokenize: (text) => wordsOf(text).flatMap((word) => (NAME.test(word) ? [word, ...word.split(NAME)] : [word])),
    processTerm: (word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ''),
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      // A typo, in a word that is long enough for one.
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      // A name that is typed whole is looked for as it is.
      tokenize: wordsOf,
      boostDocument: (_id, _term, stored) => Number(stored?.weight),
    },
  });
  index.addAll(parts.map((part, id) => ({ ...part, id })));
  return (asked) => index.search(asked).flatMap(({ id, terms }) => ({ ...(parts[id] as Part), terms }));
}
