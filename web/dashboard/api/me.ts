import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';
import { ME } from './query-client.ts';

export const meQuery = queryOptions({
  queryKey: [ME],
  queryFn: () => answerOf(client.GET('/me')),
  staleTime: 60_000,
  // The error panel uses this query too and remounts with each retry.
  retryOnMount: false,
});

/** The signed-in person, their organization, and what their role allows. */
export function useMe() {
  return useQuery(meQuery);
}
