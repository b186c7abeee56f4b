import { describe, expect, it, vi } from 'vitest';
import { readPages } from '../../../client/typescript/lists.ts';

/** An event log that grows while the client waits. */
function eventLog() {
  const pages = [[{ id: 'evt_1' }], [], [], [{ id: 'evt_2' }]];
  const get = vi.fn(async (_path: string, _options: object) => {
    const place = get.mock.calls.length;
    return { data: { data: pages[place - 1] ?? [], next_cursor: `after-${place}` } };
  });
  return get;
}

describe('the event log', () => {
  it('is followed beyond its end, with a pause behind each empty page', async () => {
    const get = eventLog();
    const wait = vi.fn(async () => {});
    const { signal } = new AbortController();
    const seen: string[] = [];
    for await (const { data } of readPages(
      get as never,
      '/api/events',
      { params: { query: { after: 'evt_0' } }, signal },
      wait,
    )) {
      seen.push(...data.map(({ id }) => id));
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['evt_1', 'evt_2']);
    expect(wait.mock.calls).toEqual([
      [15_000, signal],
      [15_000, signal],
    ]);
    const queries = get.mock.calls.map(([, options]) => (options as { params: { query: object } }).params.query);
    expect(queries).toEqual([{ after: 'evt_0' }, { cursor: 'after-1' }, { cursor: 'after-2' }, { cursor: 'after-3' }]);
  });

  /** The queries for these pages, each with ids and its next cursor; the last one repeats. */
  async function queriesFor(query: object, pages: readonly [ids: string[], nextCursor: string][]) {
    const queries: object[] = [];
    const get = async (_: string, options: { params: { query: object } }) => {
      const [ids, next_cursor] = pages[queries.length] ?? [[], pages.at(-1)?.[1]];
      queries.push(options.params.query);
      if (queries.length > 9) throw new Error('it does not end');
      return { data: { data: ids.map((id) => ({ id })), next_cursor } };
    };
    const wait = () => Promise.reject(new Error('it waits for what happens later'));
    for await (const _ of readPages(get as never, '/api/events', { params: { query } }, wait));
    return queries;
  }

  it('ends at its beginning where the newest come first', async () => {
    const query = { sort: 'newest', since: '2026-11-01T00:00:00Z' };
    const queries = await queriesFor(query, [
      [['evt_2'], 'two'],
      [[], 'one'],
    ]);
    expect(queries).toEqual([query, { ...query, cursor: 'two' }]);
  });

  it.each([{ event: 'certificate.failed' }, { domain_id: 7 }])(
    'goes on through pages that a filter leaves empty, up to its beginning: %j',
    async (filter) => {
      const query = { sort: 'newest', ...filter };
      const queries = await queriesFor(query, [
        [[], 'three'],
        [['evt_2'], 'two'],
        [[], 'two'],
      ]);
      expect(queries).toEqual([query, { ...query, cursor: 'three' }, { ...query, cursor: 'two' }]);
    },
  );
});
