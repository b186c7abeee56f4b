import { infiniteQueryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

export type KeptRequest = Schemas['Request'];
export type RequestFilters = Pick<NonNullable<operations['listRequests']['parameters']['query']>, 'status' | 'api_key_id'>;

const PAGE_SIZE = 50;
/** Only while the list is visible. */
const REFRESH_MS = 10_000;

/** Requests of the organization's keys in the last day, newest first. */
export function requestsQuery(filters: RequestFilters) {
  return infiniteQueryOptions({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam }) =>
      answerOf(
        client.GET('/requests', { params: { query: { ...filters, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: REFRESH_MS,
  });
}
