import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signIn } from './client.ts';
import { asFailure } from './failure.ts';

const TRIES = 2;
/** Key of the query whose answer contains the role (me.ts). */
export const ME = 'me';

/** True for a failure worth an immediate retry. One with a wait time is shown instead. */
function mayPass(error: unknown): boolean {
  return [500, 502, 503, 504].includes(asFailure(error).status);
}

export function newQueryClient(): QueryClient {
  /** After an expired session the person signs in again and returns here. A role may have changed since it was read. */
  const onError = (error: unknown, key?: unknown) => {
    const { status } = asFailure(error);
    if (status === 401) signIn();
    if (status === 403 && key !== ME) void queries.invalidateQueries({ queryKey: [ME] });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey[0]) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        staleTime: 2000,
        // Offline, cached data remains readable.
        networkMode: 'online',
        retry: (failures, error) => failures < TRIES && mayPass(error),
        retryDelay: 500,
        throwOnError: false,
      },
      // A write is never delayed until the network returns.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queries;
}
