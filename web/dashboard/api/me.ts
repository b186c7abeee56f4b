import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';
import { ME } from './query-client.ts';

export const meQuery = queryOptions({
  queryKey: [ME],
  queryFn: () => answerOf(client.GET('/me')),
  staleTime: 60_000,
  // What says that it failed asks this too, and comes and goes with each try.
  retryOnMount: false,
});

/** Who is signed in, in which organization, and what their role allows. */
export function useMe() {
  return useQuery(meQuery);
}
