import { readTexts } from '../parts/text/read-texts.ts';

export interface EventSearch {
  event?: string;
  /** A domain id. */
  domain?: string;
  cursor?: string;
}

const ID = /^\d{1,16}$/;

/** Leaves out unknown, empty and non-text values, and invalid ids. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const read: EventSearch = readTexts(search, ['event', 'domain', 'cursor']);
  if (!ID.test(read.domain ?? '')) delete read.domain;
  return read;
}
