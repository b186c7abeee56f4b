import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from './client.ts';

export type AuditEntry = Schemas['AuditEntry'];
type AuditQuery = NonNullable<operations['listAudit']['parameters']['query']>;

/** What the address of the audit says of it. */
export interface AuditSearch {
  /** Days in UTC, both included. */
  from?: string;
  until?: string;
  actor?: string;
  type?: string;
  id?: string;
  /** The id of the request that made the changes. */
  request?: string;
  cursor?: string;
}

const DAY_MS = 86_400_000;
const PAGE_SIZE = 50;
const EXPORTED_AT_ONCE = 100;
/** So many entries are a long list for people; a program reads them all by the API. */
const MOST_PAGES = 50;

export function auditQuery(search: AuditSearch) {
  return queryOptions({
    queryKey: ['audit', search],
    queryFn: () => read(search, PAGE_SIZE, search.cursor),
    placeholderData: keepPreviousData,
  });
}

function read(search: AuditSearch, limit: number, cursor: string | undefined) {
  return answerOf(client.GET('/audit', { params: { query: { ...filtersOf(search), limit, ...(cursor && { cursor }) } } }));
}

function filtersOf({ from, until, actor, type, id, request }: AuditSearch): AuditQuery {
  return {
    ...(from && { created_after: `${from}T00:00:00.000Z` }),
    ...(until && { created_before: new Date(Date.parse(until) + DAY_MS).toISOString() }),
    ...(actor && { actor }),
    // An address may name a type of a later release.
    ...(type && { object_type: type as NonNullable<AuditQuery['object_type']> }),
    ...(type && id && { object_id: id }),
    ...(request && { request_id: request }),
  };
}

/** All that a list has, newest first. `isCut`: there is more. */
export async function readWhole(search: AuditSearch): Promise<{ entries: AuditEntry[]; isCut: boolean }> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, next_cursor } = await read(search, EXPORTED_AT_ONCE, cursor);
    entries.push(...data);
    if (!next_cursor) return { entries, isCut: false };
    cursor = next_cursor;
  }
  return { entries, isCut: true };
}
