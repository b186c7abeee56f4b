import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface NextPageProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  children: ReactNode;
}

/** Button that loads the next page of a list, if there is one. */
export function NextPage({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: NextPageProps) {
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && void fetchNextPage()}
    >
      {isFetchingNextPage ? 'Loading' : children}
    </button>
  );
}
