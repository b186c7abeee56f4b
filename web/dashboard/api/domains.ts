import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

export type Domain = Schemas['Domain'];
export type Actor = Domain['diagnosis']['actor'];

type ListQuery = NonNullable<operations['listDomains']['parameters']['query']>;
/** As in an address: a code or an actor may be a typo or from a later release. The service reports it. */
export type DomainSearch = {
  [Name in 'actor' | 'diagnosis_code' | 'url_prefix' | 'sort' | 'cursor' | 'expires_after' | 'expires_before']?:
    | string
    | undefined;
};

const LIST_MS = 30_000;
const PAGE_SIZE = 50;
/** A page of an unusual filter may be short or empty although more follow. */
const MAX_PAGES = 5;

/** A page of domains, filled from the following pages. `isShort`: more pages exist that were not read. */
export function domainsQuery(search: DomainSearch) {
  return queryOptions({
    queryKey: ['domains', search],
    queryFn: () => readPage(search),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
}

async function readPage(search: DomainSearch): Promise<{ data: Domain[]; nextCursor: string | undefined; isShort: boolean }> {
  const data: Domain[] = [];
  let cursor = search.cursor;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await listDomains({ ...search, cursor, limit: PAGE_SIZE - data.length });
    data.push(...answer.data);
    cursor = answer.next_cursor ?? undefined;
    if (cursor === undefined || data.length >= PAGE_SIZE) return { data, nextCursor: cursor, isShort: false };
  }
  return { data, nextCursor: cursor, isShort: true };
}

function listDomains(query: DomainSearch & { limit: number }) {
  return answerOf(client.GET('/domains', { params: { query: query as ListQuery } }));
}

/** Limit of an export. */
export const MAX_EXPORTED = 10_000;
const AT_ONCE = 100;

/** All matching domains, page by page. `isCutOff`: more match than an export may contain. */
export async function readAll(
  search: DomainSearch,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<{ domains: Domain[]; isCutOff: boolean }> {
  const domains: Domain[] = [];
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await listDomains({ ...search, cursor, limit: AT_ONCE });
    domains.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    onRead(domains.length);
  } while (cursor !== undefined && domains.length < MAX_EXPORTED);
  return { domains: domains.slice(0, MAX_EXPORTED), isCutOff: cursor !== undefined || domains.length > MAX_EXPORTED };
}

const FOUND = 6;

/** For somebody who types the beginning of a hostname. An invalid one finds nothing. */
export function domainsBeginningWithQuery(prefix: string) {
  return queryOptions({
    queryKey: ['domains', 'beginning', prefix],
    queryFn: async () => (await listDomains({ url_prefix: prefix, limit: FOUND })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

const SHOWN = 3;

/** The three domains that have waited longest for an actor; for `nobody`, the three that were added first. */
export function oldestQuery(actor: Actor) {
  return queryOptions({
    queryKey: ['domains', 'oldest', actor],
    queryFn: async () => (await listDomains({ actor, sort: 'oldest', limit: SHOWN })).data,
    refetchInterval: LIST_MS,
  });
}

const FIRST_MS = 3000;

/** The newest domains. Polled often, because somebody waits for their first to become live. */
export const newestQuery = queryOptions({
  queryKey: ['domains', 'newest'],
  queryFn: async () => (await listDomains({ limit: 1 })).data,
  refetchInterval: FIRST_MS,
});

export const countsQuery = queryOptions({
  queryKey: ['domains', 'counts'],
  queryFn: () => answerOf(client.GET('/domains/counts')),
  refetchInterval: LIST_MS,
});

const MOVING_MS = 3000;
const STILL_MS = 15_000;
const MOVES_FOR_MS = 120_000;

/** Polls often while the domain is in progress and for two minutes after it was opened or changed, then rarely. */
export function domainQuery(id: number, openedAt: number) {
  return queryOptions({
    queryKey: ['domain', id],
    queryFn: () => answerOf(client.GET('/domains/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => {
      const isMoving = state.data !== undefined && state.data.diagnosis.code !== 'ok';
      return isMoving && Date.now() - openedAt < MOVES_FOR_MS ? MOVING_MS : STILL_MS;
    },
  });
}

export function historyQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: ['domain', id, 'events'],
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) };
      return answerOf(client.GET('/domains/{id}/events', { params: { path: { id }, query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: STILL_MS,
  });
}

export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: () => answerOf(client.GET('/servers', { params: { query: { limit: 100 } } })),
  staleTime: LIST_MS,
});
