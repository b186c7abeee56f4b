import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../api/client.ts';

const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => answerOf(client.GET('/me')),
  staleTime: 60_000,
});

/** Who is signed in, in which organization, and what their role allows. */
export function useMe() {
  return useQuery(meQuery);
}
