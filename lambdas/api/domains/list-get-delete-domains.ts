import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { checkTimesOf } from '../../lifecycle/check-times.ts';
import { removalRequested } from '../../lifecycle/requests/domain-requests.ts';
import { type AllowedServers, allowsServer, requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import { saidNow } from '../../model/domains/diagnosis-of.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { DomainListStore, ListPosition } from '../../model/domains/domain-list.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain, ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { hostnameOf } from '../../model/domains/hostnames/ascii-hostname.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MOST_READ, MOST_READ_AT_ONCE } from '../../shared/http/pagination/page-limits.ts';
import { readQuery } from '../../shared/http/parameters.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { addSeconds, type Clocks } from '../../shared/time/instant.ts';
import { isMagic, timeOf } from '../../stories/story.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute, noBody, showRoute } from '../pipeline/resource-route.ts';
import { DomainCursor, type DomainFilters, type DomainSort, ListDomainsQuery } from './domain-requests.schema.ts';
import { isListed, type ListPlan, listPlan } from './list-domains-index.ts';

interface ListDomainsPorts {
  lists: DomainListStore;
  claims: ClaimStore;
  domains: DomainStore;
  serviceSecret: ServiceSecret;
}

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
  /** Absent on the last page. */
  next?: ListPosition;
}

export function listDomains(ports: ListDomainsPorts): ApiRoute {
  return {
    operation: 'listDomains',
    async prepare(request, caller: Caller & AllowedServers) {
      const { organizationId } = caller;
      const { limit, cursor, sort, ...sent } = readQuery(request, ListDomainsQuery);
      const filters = withinServers(sent, caller);
      if (sort !== undefined && filters.expires_within !== undefined) throw validationError({ sort: [FIELD_PROBLEMS.ownOrder] });
      const scope = scopeOf(organizationId, filters, sort);
      const opened = cursor === undefined ? undefined : openCursorAs(DomainCursor, cursor, scope, ports.serviceSecret);
      const before = opened?.before ?? boundOf(filters, request.now);
      const { domains, next } = await pageOf({ organizationId, caller, filters, sort, before, limit, from: opened }, ports);
      const next_cursor = next ? signCursor({ ...next, ...(before && { before }) }, scope, ports.serviceSecret) : null;
      return () => ({
        status: 200,
        json: { data: domains.map((domain) => domainResource(domain, undefined, request.now)), next_cursor },
      });
    },
  };
}

/** Of a key that is restricted to one server, those of that server: it has an index. Several are looked through. */
function withinServers(filters: DomainFilters, caller: AllowedServers): DomainFilters {
  const { allowedServers: [only, ...others] = [] } = caller;
  if (filters.server_id !== undefined) requireServer(caller, filters.server_id);
  return filters.server_id === undefined && only !== undefined && others.length === 0 ? { ...filters, server_id: only } : filters;
}

/** The names in a fixed order, whatever the query's. */
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

/** Later pages mean the same instant as the first: certificates do not slip in behind the cursor as time passes. */
function boundOf({ expires_within: days, expires_after, expires_before }: DomainFilters, now: Date): string | undefined {
  const bounds = [
    ...(days === undefined ? [] : [addSeconds(now, days * 86_400)]),
    ...(expires_before === undefined ? [] : [new Date(expires_before).toISOString()]),
  ];
  return bounds.toSorted()[0] ?? (expires_after === undefined ? undefined : NEVER);
}

/** Behind every certificate. */
const NEVER = '9999';

async function pageOf(list: List, ports: ListDomainsPorts): Promise<Page> {
  if (list.filters.url === undefined) return readPage(list, ports);
  const hostname = hostnameOf(list.filters.url);
  const claim = hostname === undefined ? undefined : await ports.claims.get(hostname, list.organizationId);
  if (!claim) return { domains: [] };
  // Another's now: the caller may still have the domain that lost it.
  if (claim.organizationId !== list.organizationId) return readPage(list, ports);
  const domain = await ports.domains.get(claim.domainId);
  const isThere = domain?.organizationId === list.organizationId && domain.phase !== 'removing';
  return { domains: isThere && isShown(domain, list) ? [domain] : [] };
}

function isShown(domain: ShownDomain, { caller, filters, before }: List): boolean {
  return allowsServer(caller, domain.serverId) && isListed(domain, filters, before);
}

async function readPage(list: List, { lists }: ListDomainsPorts): Promise<Page> {
  const { organizationId, caller, filters, sort, before, limit } = list;
  const isOfSome = caller.allowedServers !== undefined && filters.server_id === undefined;
  const best = listPlan(organizationId, filters, before, sort);
  const plan = { ...best, isExact: best.isExact && !isOfSome };
  // DynamoDB refuses a span that ends before it begins.
  if (before !== undefined && (plan.from.endsFrom ?? before) > before) return { domains: [] };
  const found: ShownDomain[] = [];
  let from = list.from;
  let read = 0;
  for (;;) {
    const page = await lists.page({ ...plan.from, limit: toRead(plan, limit, read), ...(from && { after: from }) });
    found.push(...page.domains.filter((domain) => isShown(domain, list)));
    if (found.length > limit) return pageUpTo(limit, found, plan);
    const last = page.domains.at(-1);
    if (!page.mayHaveMore || !last) return { domains: found };
    from = positionOf(last, plan);
    read += page.domains.length;
    if (plan.isExact || read >= MOST_READ) return { domains: found, next: from };
  }
}

/** One more than is answered: it tells whether anything follows. */
function toRead({ isExact }: ListPlan, limit: number, read: number): number {
  return isExact ? limit + 1 : Math.min(MOST_READ_AT_ONCE, MOST_READ - read);
}

function pageUpTo(limit: number, found: ShownDomain[], plan: ListPlan): Page {
  const domains = found.slice(0, limit);
  const last = domains.at(-1);
  return { domains, ...(last && { next: positionOf(last, plan) }) };
}

function positionOf(domain: ShownDomain, { from }: ListPlan): ListPosition {
  const { id, served } = domain;
  if (from.index === 'byActor') return { id, since: saidNow(domain).since };
  return { id, ...(from.endsBefore !== undefined && served && { endsAt: served.certificate.notAfter }) };
}

export function getDomain(ports: { domains: DomainStore; settings: Pick<Settings, 'timings'> }): ApiRoute {
  return showRoute(
    { operation: 'getDomain', find: (request, caller) => findDomain(ports.domains, request, caller) },
    (domain, { now }) => domainResource(domain, checkTimesOf(domain, { now, timings: ports.settings.timings }), now),
  );
}

export interface RemoveDomainPorts {
  domains: Pick<DomainStore, 'replace'>;
  claims: Pick<ClaimStore, 'get' | 'releaseWrite'>;
  timings: Timings;
}

interface DeleteDomainPorts extends RemoveDomainPorts {
  domains: DomainStore;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function deleteDomain(ports: DeleteDomainPorts): ApiRoute {
  const { domains, pause } = ports;
  return changeRoute(
    { operation: 'deleteDomain', readBody: noBody, find: (request, caller) => findDomain(domains, request, caller), pause },
    async (domain, call) => {
      await removeDomain(domain, call, ports);
      return { status: 200, json: { id: domain.id, deleted: true } };
    },
  );
}

/**
 * The name is free for its organization with this transaction; what is left of the domain is cleaned up after the answer.
 * `isTold`: its event was told before the table was restored.
 */
export async function removeDomain(
  domain: FoundDomain,
  { actor, isTold = false, ...clocks }: Clocks & Pick<Call, 'actor'> & { isTold?: boolean },
  { domains, claims, timings }: RemoveDomainPorts,
): Promise<void> {
  const requested = removalRequested(domain, { now: timeOf(domain, clocks), timings });
  if (requested.kind !== 'changed') return;
  const { timeline, events, startExecution } = requested;
  // An earlier domain of the name may have been validated: then it goes back into quarantine.
  const claim = domain.cname.everValidated || domain.claimLost ? undefined : await claims.get(domain.url, domain.organizationId);
  await domains.replace(domain, requested.domain, {
    timeline,
    events: isTold ? [] : events,
    startExecution,
    audit: { by: actor, clocks, before: factsOf(domain) },
    // A claim that was lost is somebody else's to release. In test mode that is a story: nobody else has it.
    alongside: domain.claimLost && !isMagic(domain) ? [] : [claims.releaseWrite(domain, claim)],
  });
}

function factsOf({ url, serverId, sendNotifications, metadata, dnsStatus, sslStatus }: Domain) {
  return {
    url,
    server_id: serverId,
    send_notifications: sendNotifications,
    metadata,
    dns_status: dnsStatus,
    ssl_status: sslStatus,
  };
}
