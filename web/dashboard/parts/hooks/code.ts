import { queryOptions } from '@tanstack/react-query';

export interface Code<Module> {
  name: string;
  load: () => Promise<Module>;
}

/**
 * A part of the pages that is read when it is needed. Not by `lazy`: what follows the fallback of a Suspense is shown 300 ms
 * after it at the earliest, also where the code is here at once.
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
