import type { DomainSearch } from '../api/domains.ts';

/** What the address of a list says of it: an address that somebody sends on shows the same. */
export interface ListSearch {
  actor?: string;
  code?: string;
  prefix?: string;
  cursor?: string;
  /** Of the domain that is open beside the list. */
  tab?: string;
}

const NAMES = ['actor', 'code', 'prefix', 'cursor', 'tab'] as const;

/** What is unknown, empty, or no text is left out. */
export function readDomainSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of NAMES) {
    const value = search[name];
    // The router reads what looks like a number as one.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') read[name] = text;
  }
  return read;
}

export function queryOf({ actor, code, prefix, cursor }: ListSearch): DomainSearch {
  return {
    ...(actor !== undefined && { actor }),
    ...(code !== undefined && { diagnosis_code: code }),
    ...(prefix !== undefined && { url_prefix: prefix }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** That of the list alone. */
export function withoutTab({ tab: _, ...search }: ListSearch): ListSearch {
  return search;
}

/** Behind the number sign of a domain's address: what is sent to its customer is open. */
export const SEND = 'send';
