import type { DomainSearch } from '../api/domains.ts';
import { readTexts } from '../parts/text/read-texts.ts';

/** Of certificates that end then or later, and before that. */
export interface ExpirySearch {
  expires_after?: string;
  expires_before?: string;
}

/** What the address of a list says of it: an address that somebody sends on shows the same. */
export interface ListSearch extends ExpirySearch {
  actor?: string;
  code?: string;
  prefix?: string;
  sort?: string;
  cursor?: string;
  /** Of the domain that is open beside the list. */
  tab?: string;
}

const NAMES = ['actor', 'code', 'prefix', 'sort', 'cursor', 'tab', 'expires_after', 'expires_before'] as const;

/** What is unknown, empty, or no text is left out. */
export function readDomainSearch(search: Record<string, unknown>): ListSearch {
  return readTexts(search, NAMES);
}

export function queryOf(search: ListSearch): DomainSearch {
  const { actor, code, prefix, sort, cursor } = search;
  return {
    ...(actor !== undefined && { actor }),
    ...(code !== undefined && { diagnosis_code: code }),
    ...(prefix !== undefined && { url_prefix: prefix }),
    ...(sort !== undefined && { sort }),
    ...(cursor !== undefined && { cursor }),
    ...expiryOf(search),
  };
}

/** That of the list alone. */
export function withoutTab({ tab: _, ...search }: ListSearch): ListSearch {
  return search;
}

/** Behind the number sign of a domain's address: what is sent to its customer is open. */
export const SEND = 'send';

/** What stays where another filter is chosen. */
export function expiryOf({ expires_after, expires_before }: ListSearch): ExpirySearch {
  return { ...(expires_after !== undefined && { expires_after }), ...(expires_before !== undefined && { expires_before }) };
}
