import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

/** Limit of an organization. */
const MOST = 100;

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => answerOf(client.GET('/keys', { params: { query: { limit: MOST } } })),
});
