import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

const TAIL_MS = 30_000;

/** What has happened, the newest first. */
export function eventsQuery(query: { limit: number; cursor?: string; event?: string; domain_id?: number }) {
  // The document does not have all parameters yet, and an address may name an event of a later release.
  const asked = { ...query, sort: 'newest' } as { limit: number };
  return queryOptions({
    queryKey: ['events', query],
    queryFn: () => answerOf(client.GET('/events', { params: { query: asked } })),
    refetchInterval: TAIL_MS,
  });
}
