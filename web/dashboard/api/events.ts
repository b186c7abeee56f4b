import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

const TAIL_MS = 30_000;

/** What has happened, the newest first. */
export function eventsQuery(query: { limit: number; cursor?: string; domain_id?: number }) {
  return queryOptions({
    queryKey: ['events', query],
    queryFn: () => answerOf(client.GET('/events', { params: { query } })),
    refetchInterval: TAIL_MS,
  });
}
