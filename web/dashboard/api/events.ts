import { queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from './client.ts';

const TAIL_MS = 30_000;

type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** What has happened in the last 30 days, the first of it first. An address may name an event of a later release. */
export function eventsQuery(query: { limit: number; cursor?: string; event?: string; domain_id?: number }) {
  return queryOptions({
    queryKey: ['events', query],
    queryFn: () => answerOf(client.GET('/events', { params: { query: query as ListQuery } })),
    refetchInterval: TAIL_MS,
  });
}

const DAY_MS = 86_400_000;
const SHOWN = 10;
/** The log is read from its beginning: so far at most, to find the end of a day. */
const MOST_PAGES = 5;

/** The last of the last day, the newest first. */
export async function newestEvents(count: number): Promise<Schemas['Event'][]> {
  let found: Schemas['Event'][] = [];
  let cursor: string | undefined;
  const since = new Date(Date.now() - DAY_MS).toISOString();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: 100, since, ...(cursor !== undefined && { cursor }) };
    const { data, next_cursor } = await answerOf(client.GET('/events', { params: { query } }));
    if (data.length === 0) break;
    found = [...found, ...data].slice(-count);
    cursor = next_cursor;
  }
  return found.toReversed();
}

export const tailQuery = queryOptions({
  queryKey: ['events', 'tail'],
  queryFn: () => newestEvents(SHOWN),
  refetchInterval: TAIL_MS,
});
