import type * as z from 'zod/mini';
import { csvAnswer, jsonLinesAnswer } from '../../shared/http/answer-format.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { AuditPage } from './audit-entry.schema.ts';

type Page = z.infer<typeof AuditPage>;

const COLUMNS = [
  'created_at',
  'id',
  'livemode',
  'actor_type',
  'actor_id',
  'action',
  'object_type',
  'object_id',
  'request_id',
  'source_ip',
  'user_agent',
  'before',
  'after',
  'test_clock_at',
];

/** A page as a file. Its last line holds `next_cursor`. A file without that line was cut off: the client reads the page again. */
export function auditFile(format: 'csv' | 'jsonl', { data, next_cursor }: Page): HttpResponse {
  if (format === 'jsonl') return jsonLinesAnswer([...data, { next_cursor }]);
  const end = COLUMNS.map((_, column) => ['next_cursor', next_cursor ?? ''][column]);
  return csvAnswer([COLUMNS, ...data.map(rowOf), end]);
}

function rowOf({
  id,
  livemode,
  created_at,
  test_clock_at,
  actor,
  action,
  object,
  before,
  after,
  ...request
}: Page['data'][number]) {
  const who = [actor.type, actor.user_id ?? actor.key_id ?? actor.machine_id];
  const from = [request.request_id, request.source_ip, request.user_agent];
  return [
    created_at,
    id,
    livemode,
    ...who,
    action,
    object.type,
    object.id,
    ...from,
    textOf(before),
    textOf(after),
    test_clock_at,
  ];
}

function textOf(facts: object | undefined): string | undefined {
  return facts && JSON.stringify(facts);
}
