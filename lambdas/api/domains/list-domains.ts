import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { type AllowedServers, allowsServer, requireServer } from '../../model/accounts/api-key.ts';
import { statusSummary } from '../../model/domains/diagnosis-of.ts';
import type { ListPosition } from '../../model/domains/domain-list.store.ts';
import { DomainPage } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { hostnameOf } from '../../model/domains/hostnames/ascii-hostname.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MAX_READ, MAX_READ_AT_ONCE } from '../../shared/http/pagination/page-limits.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { DomainCursor, type DomainFilters, type DomainSort, ListDomainsQuery } from './domain-requests.schema.ts';
import { type ListPlan, listPlan, matchesFilters } from './list-domains-index.ts';

type Uses = Pick<Rows, 'domainLists' | 'claims' | 'domains'>;

interface List {
  organizationId: string;
  caller: AllowedServers;
  filters: DomainFilters;
  sort: DomainSort;
  before: string | undefined;
  limit: number;
  from: ListPosition | undefined;
}
interface Page {
  domains: ShownDomain[];
  next?: ListPosition;
}

export const listDomains = defineOperation({
  id: 'listDomains',
  clientMethod: 'domains.list',
  tag: 'Domains',
  reach: 'domain',
  summary: 'List domains',
  description:
    'Newest first; with `expires_within`, `expires_after` or `expires_before` the soonest expiry first. Filters combine; with an unusual combination a page may hold fewer domains than `limit`, or none, and still have a `next_cursor`.',
  query: ListDomainsQuery,
  answer: {
    status: 200,
    description: 'One page of domains.',
    schema: DomainPage,
    example: () => ({ data: [ACTIVE_DOMAIN], next_cursor: null }),
  },
  prepare:
    (ports: Uses & Pick<Rows, 'serviceSecret' | 'testClock'>) =>
    async ({ request, caller, query }) => {
      const { organizationId } = caller;
      const now = await ports.testClock.now(organizationId, request.now);
      const { limit, cursor, sort, ...sent } = query;
      const filters = withinServers(sent, caller);
      if (sort !== undefined && filters.expires_within !== undefined) throw validationError({ sort: [FIELD_PROBLEMS.ownOrder] });
      const scope = scopeOf(organizationId, filters, sort);
      const opened = cursor === undefined ? undefined : openCursorAs(DomainCursor, cursor, scope, ports.serviceSecret);
      const before = opened?.before ?? boundOf(filters, now);
      const { domains, next } = await pageOf({ organizationId, caller, filters, sort, before, limit, from: opened }, ports);
      const next_cursor = next ? signCursor({ ...next, ...(before && { before }) }, scope, ports.serviceSecret) : null;
      return () => ({
        status: 200,
        json: { data: domains.map((domain) => domainResource(domain, undefined, now)), next_cursor },
      });
    },
});

/** A key restricted to one server lists by that server's index. With several servers, each domain is filtered. */
function withinServers(filters: DomainFilters, caller: AllowedServers): DomainFilters {
  const { allowedServers: [only, ...others] = [] } = caller;
  if (filters.server_id !== undefined) requireServer(caller, filters.server_id);
  return filters.server_id === undefined && only !== undefined && others.length === 0 ? { ...filters, server_id: only } : filters;
}

/** The cursor's scope has the filters in a fixed order, whatever their order in the query. */
function scopeOf(organizationId: string, filters: DomainFilters, sort: DomainSort) {
  const { ssl_status, dns_status, server_id, expires_within, url, url_prefix, metadata, ...others } = filters;
  const { actor, diagnosis_code, created_after, updated_after, expires_after, expires_before } = others;
  const pairs = Object.entries(metadata ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({
    operation: 'listDomains',
    organizationId,
    ...{ ssl_status, dns_status, server_id, expires_within, url, url_prefix },
    ...{ actor, diagnosis_code, created_after, updated_after, expires_after, expires_before, ...(pairs.length > 0 && { pairs }) },
    ...(sort === 'oldest' && { sort }),
  });
}

/** Later pages use the first page's instant, so that no certificate slips in behind the cursor as time passes. */
function boundOf({ expires_within: days, expires_after, expires_before }: DomainFilters, now: Date): string | undefined {
  const bounds = [
    ...(days === undefined ? [] : [addSeconds(now, days * 86_400)]),
    ...(expires_before === undefined ? [] : [new Date(expires_before).toISOString()]),
  ];
  return bounds.toSorted()[0] ?? (expires_after === undefined ? undefined : NEVER);
}

/** Sorts behind every expiry. */
const NEVER = '9999';

async function pageOf(list: List, ports: Uses): Promise<Page> {
  if (list.filters.url === undefined) return readPage(list, ports);
  const hostname = hostnameOf(list.filters.url);
  const claim = hostname === undefined ? undefined : await ports.claims.get(hostname, list.organizationId);
  if (!claim) return { domains: [] };
  // Another organization holds the claim now, but the caller may still have the domain that lost it.
  if (claim.organizationId !== list.organizationId) return readPage(list, ports);
  const domain = await ports.domains.get(claim.domainId);
  const isThere = domain?.organizationId === list.organizationId && domain.phase !== 'removing';
  return { domains: isThere && isShown(domain, list) ? [domain] : [] };
}

function isShown(domain: ShownDomain, { caller, filters, before }: List): boolean {
  return allowsServer(caller, domain.serverId) && matchesFilters(domain, filters, before);
}

async function readPage(list: List, { domainLists }: Uses): Promise<Page> {
  const { organizationId, caller, filters, sort, before, limit } = list;
  const isOfSome = caller.allowedServers !== undefined && filters.server_id === undefined;
  const best = listPlan(organizationId, filters, before, sort);
  const plan = { ...best, isExact: best.isExact && !isOfSome };
  // DynamoDB refuses a range that ends before it begins.
  if (before !== undefined && (plan.from.endsFrom ?? before) > before) return { domains: [] };
  const found: ShownDomain[] = [];
  let from = list.from;
  let read = 0;
  for (;;) {
    const page = await domainLists.page({ ...plan.from, limit: readLimit(plan, limit, read), ...(from && { after: from }) });
    found.push(...page.domains.filter((domain) => isShown(domain, list)));
    if (found.length > limit) return pageUpTo(limit, found, plan);
    const last = page.domains.at(-1);
    if (!page.mayHaveMore || !last) return { domains: found };
    from = positionOf(last, plan);
    read += page.domains.length;
    if (plan.isExact || read >= MAX_READ) return { domains: found, next: from };
  }
}

/** An exact list reads one domain more than it returns, to know whether another page follows. */
function readLimit({ isExact }: ListPlan, limit: number, read: number): number {
  return isExact ? limit + 1 : Math.min(MAX_READ_AT_ONCE, MAX_READ - read);
}

function pageUpTo(limit: number, found: ShownDomain[], plan: ListPlan): Page {
  const domains = found.slice(0, limit);
  const last = domains.at(-1);
  return { domains, ...(last && { next: positionOf(last, plan) }) };
}

function positionOf(domain: ShownDomain, { from }: ListPlan): ListPosition {
  const { id, served } = domain;
  if (from.index === 'byActor') return { id, since: statusSummary(domain).since };
  return { id, ...(from.endsBefore !== undefined && served && { endsAt: served.certificate.notAfter }) };
}
