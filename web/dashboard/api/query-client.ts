import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signIn } from './client.ts';
import { asFailure } from './failure.ts';

const TRIES = 2;
/** Whose answer has the role (me.ts). */
export const ME = 'me';

/** A failure that may be over at once. One with a time to wait is shown instead. */
function mayPass(error: unknown): boolean {
  return [500, 502, 503, 504].includes(asFailure(error).status);
}

export function newQueryClient(): QueryClient {
  /** Whose session has ended signs in again, and comes back to where they were. A role may be another one since it was read. */
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
        // Whoever is offline goes on reading what is there.
        networkMode: 'online',
        retry: (failures, error) => failures < TRIES && mayPass(error),
        retryDelay: 500,
        throwOnError: false,
      },
      // Nothing is written later than it was asked for.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queries;
}
