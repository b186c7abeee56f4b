import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';
import { Failure } from './failure.ts';

export type AuditEntry = Schemas['AuditEntry'];
type AuditQuery = NonNullable<operations['listAudit']['parameters']['query']>;

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
const EXPORTED_AT_ONCE = 1000;
/** Pages per file. */
const MAX_PAGES = 10;

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
    // An address may contain a type of a later release.
    ...(type && { object_type: type as NonNullable<AuditQuery['object_type']> }),
    ...(type && id && { object_id: id }),
    ...(request && { request_id: request }),
  };
}

export type AuditFormat = 'csv' | 'jsonl';

export interface AuditFile {
  text: string;
  count: number;
  /** Where the next file starts, also in this file's last line. Absent: this file is complete. */
  next?: string;
  failure?: unknown;
}

/** Combines the list's pages, newest first, in the service's own file format: one head and one last line. */
export async function readAuditFile(format: AuditFormat, search: AuditSearch, from?: string): Promise<AuditFile> {
  const head: string[] = [];
  const lines: string[] = [];
  let end = '';
  let next = from;
  let failure: unknown;
  for (let page = 0; page < MAX_PAGES && (page === 0 || next); page += 1) {
    try {
      const read = (await readPage(format, search, next)).split('\n');
      // A file ends with a line end.
      end = read.splice(-2, 2)[0] ?? '';
      next = cursorIn(end, format);
      if (format === 'csv') head.splice(0, 1, read.shift() ?? '');
      lines.push(...read);
    } catch (error) {
      if (page === 0) throw error;
      failure = error;
      break;
    }
  }
  const text = [...head, ...lines, end].map((line) => `${line}\n`).join('');
  return { text, count: lines.length, ...(next && { next }), ...(failure !== undefined && { failure }) };
}

async function readPage(format: AuditFormat, search: AuditSearch, cursor: string | undefined): Promise<string> {
  const query = { ...filtersOf(search), limit: EXPORTED_AT_ONCE, format, ...(cursor && { cursor }) };
  const text = String(await answerOf(client.GET('/audit', { params: { query }, parseAs: 'text' })));
  if (/(^|\n)(next_cursor,|{"next_cursor":)[^\n]*\n$/.test(text)) return text;
  throw new Failure(0, { message: 'The answer was cut off.' });
}

function cursorIn(end: string, format: AuditFormat): string {
  return format === 'csv' ? (end.split(',')[1] ?? '') : String(JSON.parse(end).next_cursor ?? '');
}
