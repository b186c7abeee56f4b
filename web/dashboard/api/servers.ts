import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

export type Server = Schemas['Server'];
export type Machine = Schemas['Machine'];

const WAITING_MS = 3000;
const STILL_MS = 30_000;

export function serverQuery(id: number) {
  return queryOptions({
    queryKey: ['server', id],
    queryFn: () => answerOf(client.GET('/servers/{id}', { params: { path: { id } } })),
    refetchInterval: STILL_MS,
  });
}

/** Newest first, a hundred per page. Polled often while a machine is expected. */
export function machinesQuery(id: number, isWaiting: boolean) {
  return infiniteQueryOptions({
    queryKey: ['server', id, 'machines'],
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: 100, ...(cursor && { cursor }) };
      return answerOf(client.GET('/servers/{id}/enrollments', { params: { path: { id }, query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: isWaiting ? WAITING_MS : STILL_MS,
  });
}

const SILENT_MS = 5 * 60_000;

/** A machine that never called counts from its enrollment. */
export function isSilent({ enrolled_at, last_seen_at = enrolled_at }: Machine): boolean {
  return Date.now() - Date.parse(last_seen_at) > SILENT_MS;
}
