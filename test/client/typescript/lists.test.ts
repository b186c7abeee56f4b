import { describe, expect, it, vi } from 'vitest';
import { readPages } from '../../../client/typescript/lists.ts';

/** An event log in which something happens while the client waits. */
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
      [5_000, signal],
      [5_000, signal],
    ]);
    const queries = get.mock.calls.map(([, options]) => (options as { params: { query: object } }).params.query);
    expect(queries).toEqual([{ after: 'evt_0' }, { cursor: 'after-1' }, { cursor: 'after-2' }, { cursor: 'after-3' }]);
  });
});
