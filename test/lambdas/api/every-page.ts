interface Page {
  data: { id: string | number }[];
  next_cursor: string | null;
}
const MAX_PAGES = 200;

/** The pages of a list, from the first to the last. `between` runs after each. */
export async function everyPage(
  list: (query: string) => Promise<{ json: Page }>,
  query = '',
  between: (page: number) => void = () => {},
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (pages.length === MAX_PAGES) throw new Error('the list has no end');
    const { json } = await list([query, cursor && `cursor=${cursor}`].filter(Boolean).join('&'));
    pages.push(json);
    cursor = json.next_cursor;
    between(pages.length - 1);
  }
  return pages;
}

export const idsOn = (pages: readonly Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));
