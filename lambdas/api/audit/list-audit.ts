import { livemodeOf } from '../../model/accounts/tenant.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { type Actor, AUDIT_KEPT_DAYS, type AuditEntry } from '../../shared/audit/audit.schema.ts';
import type { AuditReader } from '../../shared/audit/audit.store.ts';
import { formatOf } from '../../shared/http/answer-format.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MAX_BYTES, MAX_READ, MAX_READ_AT_ONCE } from '../../shared/http/pagination/page-limits.ts';
import { rolledAt } from '../../shared/ids/id-formats.ts';
import { monthsBetween } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { AuditCursor, type AuditFilters, AuditPage, ListAuditQuery } from './audit-entry.schema.ts';
import { auditFile } from './audit-file.ts';

interface List {
  organizationId: string;
  filters: AuditFilters;
  limit: number;
  /** The later of the retention limit and the filters' start. */
  since: Date;
  until: Date | undefined;
  now: Date;
}

const ENTRY = {
  id: 'aud_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  livemode: true,
  created_at: '2026-11-21T09:30:00.482Z',
  action: 'domain.updated',
  object: { type: 'domain', id: '118271623110656' },
  actor: { type: 'api_key', key_id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd' },
  request_id: 'req_01KAGZ3T8M0C4D9F2G7H1J5K8L',
  source_ip: '203.0.113.7',
  user_agent: 'integrator/1.4',
  before: { metadata: {} },
  after: { metadata: { plan: 'pro' } },
};

export const listAudit = defineOperation({
  id: 'listAudit',
  clientMethod: 'audit.list',
  tag: 'Audit',
  reach: 'organization',
  summary: 'List changes',
  description:
    'Who changed what in your organization, when and from where, newest first: people, API keys, machines, whoever runs the service, and the service itself. Entries are kept for 400 days, and no function of the service can change or delete one. With a filter a page looks at 1,000 entries at most: it may be short, even empty, while `next_cursor` leads on. As a file (`format=csv` or `jsonl`) its last line has `next_cursor`: without that line, the file was cut off.',
  query: ListAuditQuery,
  answer: {
    status: 200,
    description: 'One page of changes.',
    schema: AuditPage,
    example: () => ({ data: [ENTRY], next_cursor: null }),
    csv: `created_at,id,livemode,actor_type,actor_id,action,object_type,object_id,request_id,source_ip,user_agent,before,after,test_clock_at\r\n${ENTRY.created_at},${ENTRY.id},true,api_key,${ENTRY.actor.key_id},domain.updated,domain,118271623110656,${ENTRY.request_id},203.0.113.7,integrator/1.4,"{""metadata"":{}}","{""metadata"":{""plan"":""pro""}}",\r\nnext_cursor,,,,,,,,,,,,,\r\n`,
    jsonl: `${JSON.stringify(ENTRY)}\n{"next_cursor":null}\n`,
  },
  prepare:
    ({ audit, serviceSecret }: Pick<Rows, 'audit' | 'serviceSecret'>) =>
    async ({ request, caller: { organizationId }, query }) => {
      const { limit, cursor, format: given, ...filters } = query;
      const format = formatOf(request, given, ['csv', 'jsonl']);
      const list = { organizationId, filters, limit, now: request.now, ...boundsOf(filters, request.now) };
      const scope = scopeOf(list);
      const opened = cursor === undefined ? undefined : openCursorAs(AuditCursor, cursor, scope, serviceSecret);
      const { entries, next } = await readPage(list, opened, audit);
      const next_cursor = next ? signCursor(next, scope, serviceSecret) : null;
      const page = { data: entries.map(auditResource), next_cursor };
      return () => (format === 'json' ? { status: 200, json: page } : auditFile(format, page));
    },
});

/** The cursor's scope has the filters in a fixed order, whatever their order in the query. */
function scopeOf({ organizationId, filters }: List): string {
  const { created_after, created_before, actor, object_type, object_id, request_id } = filters;
  return JSON.stringify({
    operation: 'listAudit',
    organizationId,
    ...{ created_after, created_before, actor, object_type, object_id, request_id },
  });
}

function boundsOf(filters: AuditFilters, now: Date): Pick<List, 'since' | 'until'> {
  const oldest = new Date(now.getTime() - AUDIT_KEPT_DAYS * 86_400_000);
  const { since = oldest, until } = givenBounds(filters);
  return { since: since > oldest ? since : oldest, until };
}

/** A request id contains its time, and the entries of the request have that time, give or take ABOUT_MS. */
function givenBounds({ created_after, created_before, request_id }: AuditFilters): { since?: Date; until?: Date } {
  const at = request_id && rolledAt(request_id).getTime();
  const times = (given: string | undefined, near: number) => [
    ...(given === undefined ? [] : [Date.parse(given)]),
    ...(at ? [at + near] : []),
  ];
  const [after, before] = [times(created_after, -ABOUT_MS), times(created_before, ABOUT_MS)];
  return {
    ...(after.length > 0 && { since: new Date(Math.max(...after)) }),
    ...(before.length > 0 && { until: new Date(Math.min(...before)) }),
  };
}
const ABOUT_MS = 60_000;

async function readPage(list: List, from: AuditCursor | undefined, audit: AuditReader) {
  const entries: AuditEntry[] = [];
  let bytes = 0;
  let read = 0;
  let last = from;
  for await (const { entry, place } of entriesBelow(list, from, audit)) {
    if (isListed(entry, list)) {
      bytes += bytesOf(entry);
      if (entries.length === list.limit || bytes > MAX_BYTES) return { entries, next: last };
      entries.push(entry);
    }
    last = place;
    read += 1;
    if (read === MAX_READ) return { entries, next: last };
  }
  return { entries };
}

/** Newest first, each with the position below it. Reads one page per Query, and each earlier month with a Query of its own. */
async function* entriesBelow(list: List, from: AuditCursor | undefined, audit: AuditReader) {
  const { organizationId, filters, limit, until, now } = list;
  // The filters' bounds only, as the retention limit moves on with time: a page may not begin outside of its bounds.
  const { since } = givenBounds(filters);
  if (since && until && since >= until) return;
  const months = monthsBetween(list.since, until && until < now ? until : now).toReversed();
  // Reads one entry more than it returns, to know whether another page follows.
  let most = limit + 1;
  let isComplete = false;
  for (const month of months.filter((one) => from === undefined || one <= from.month)) {
    let before = month === from?.month ? from.before : undefined;
    for (let hasMore = !isComplete; hasMore; most = MAX_READ_AT_ONCE) {
      const page = await audit.page({ organizationId, month, before, since, until }, most);
      for (const entry of page.entries) {
        isComplete ||= entry.action === 'organization.created';
        before = entry.id;
        yield { entry, place: { month, before } };
      }
      hasMore = page.hasMore;
    }
  }
}

function bytesOf(entry: AuditEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

function isListed({ at, actor, resource }: AuditEntry, { filters, since, until }: List): boolean {
  const { object_type, object_id, request_id } = filters;
  return (
    new Date(at) >= since &&
    (until === undefined || new Date(at) < until) &&
    (filters.actor === undefined || filters.actor === actor.type || filters.actor === idOf(actor)) &&
    (object_type === undefined || resource.type === object_type) &&
    (object_id === undefined || resource.id === object_id) &&
    (request_id === undefined || ('requestId' in actor && actor.requestId === request_id))
  );
}

function idOf(actor: Actor): string | undefined {
  switch (actor.type) {
    case 'api_key':
      return actor.keyId;
    case 'user':
      return actor.userId;
    case 'machine':
      return actor.machineId;
    case 'administrator':
    case 'service':
      return undefined;
  }
}

function actorResource(actor: Actor) {
  switch (actor.type) {
    case 'api_key':
      return { actor: { type: actor.type, key_id: actor.keyId }, ...requestOf(actor) };
    case 'user':
      return { actor: { type: actor.type, user_id: actor.userId }, ...requestOf(actor) };
    case 'machine':
      return { actor: { type: actor.type, machine_id: actor.machineId } };
    case 'administrator':
    case 'service':
      return { actor: { type: actor.type } };
  }
}

function requestOf({ requestId, sourceIp, userAgent }: Extract<Actor, { type: 'api_key' | 'user' }>) {
  return { request_id: requestId, source_ip: sourceIp, user_agent: userAgent };
}

function auditResource({ id, organizationId, at, testClockAt, action, resource: object, actor, before, after }: AuditEntry) {
  // Old entries contain full webhook URLs.
  const showFacts = (facts: Record<string, unknown>) => (object.type === 'webhook' ? withMaskedUrl(facts) : facts);
  return {
    ...{ id, livemode: livemodeOf(organizationId), created_at: at, action, object },
    ...(testClockAt !== undefined && { test_clock_at: testClockAt }),
    ...actorResource(actor),
    ...(before && { before: showFacts(before) }),
    ...(after && { after: showFacts(after) }),
  };
}
