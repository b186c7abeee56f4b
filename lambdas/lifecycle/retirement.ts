import type { Domain } from '../domains/domain-row.schema.ts';

/** Servers that hold a copy of the certificate which nobody needs any more: those known already, and these. */
export function serversToRetireFrom({ retireFrom = [] }: Pick<Domain, 'retireFrom'>, more: (number | undefined)[]): number[] {
  return [...new Set([...retireFrom, ...more.filter((id) => id !== undefined)])];
}

/** The phase of a domain that is served and has nothing else to be done: copies elsewhere are taken away first. */
export function servedPhase({ retireFrom = [] }: Pick<Domain, 'retireFrom'>): 'active' | 'retiring' {
  return retireFrom.length > 0 ? 'retiring' : 'active';
}
