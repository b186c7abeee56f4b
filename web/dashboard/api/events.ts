import { queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

const TAIL_MS = 30_000;

type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** Events of the last 30 days, oldest first. An address may contain an event of a later release. */
export function eventsQuery(query: { limit: number; cursor?: string; event?: string; domain_id?: number }) {
  return queryOptions({
    queryKey: ['events', query],
    queryFn: () => answerOf(client.GET('/events', { params: { query: query as ListQuery } })),
    refetchInterval: TAIL_MS,
  });
}

const SHOWN = 10;

export async function newestEvents(count: number): Promise<Schemas['Event'][]> {
  return (await answerOf(client.GET('/events', { params: { query: { sort: 'newest', limit: count } } }))).data;
}

export const tailQuery = queryOptions({
  queryKey: ['events', 'tail'],
  queryFn: () => newestEvents(SHOWN),
  refetchInterval: TAIL_MS,
});
