import { readTexts } from '../parts/text/read-texts.ts';

/** What the address of the event log says of it. */
export interface EventSearch {
  event?: string;
  /** The id of a domain. */
  domain?: string;
  cursor?: string;
}

const ID = /^\d{1,16}$/;

/** What is unknown, empty, no text or no id is left out. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const read: EventSearch = readTexts(search, ['event', 'domain', 'cursor']);
  if (!ID.test(read.domain ?? '')) delete read.domain;
  return read;
}
