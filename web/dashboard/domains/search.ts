import type { DomainSearch } from '../api/domains.ts';
import { readTexts } from '../parts/text/read-texts.ts';

/** Certificates that expire at or after the first instant, and before the second. */
export interface ExpirySearch {
  expires_after?: string;
  expires_before?: string;
}

/** Filters in the list's address, so a shared address shows the same list. */
export interface ListSearch extends ExpirySearch {
  actor?: string;
  code?: string;
  prefix?: string;
  sort?: string;
  cursor?: string;
  tab?: string;
}

const NAMES = ['actor', 'code', 'prefix', 'sort', 'cursor', 'tab', 'expires_after', 'expires_before'] as const;

/** Leaves out unknown, empty and non-text values. */
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

/** The filters of the list only. */
export function withoutTab({ tab: _, ...search }: ListSearch): ListSearch {
  return search;
}

/** Hash of a domain's address that opens the message to its customer. */
export const SEND_HASH = 'send';

/** Filters that remain when another one is chosen. */
export function expiryOf({ expires_after, expires_before }: ListSearch): ExpirySearch {
  return { ...(expires_after !== undefined && { expires_after }), ...(expires_before !== undefined && { expires_before }) };
}
