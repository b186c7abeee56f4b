import { queryOptions } from '@tanstack/react-query';

export interface Code<Module> {
  name: string;
  load: () => Promise<Module>;
}

/**
 * Lazily loaded code. Not React's `lazy`: after a Suspense fallback, content appears at least 300 ms later, even if the code is
 * already there.
 */
export function codeQuery<Module>({ name, load }: Code<Module>) {
  return queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
