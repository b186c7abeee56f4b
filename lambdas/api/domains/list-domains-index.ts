import type { ListIndex } from '../../../contract/stack/table-shape.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import { actorFor, diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { ListQuery } from '../../model/domains/domain-list.store.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { hostnameOf } from '../../model/domains/hostnames/ascii-hostname.ts';
import { lowestIdAt } from '../../shared/ids/id-formats.ts';
import { listPartitions } from '../../shared/table/keys.ts';
import type { DomainFilters, DomainSort } from './domain-requests.schema.ts';

/** The index for a list. `isExact`: every row of the partition is listed, so one Query fills a page. */
export interface ListPlan {
  from: Pick<ListQuery, 'index' | 'partition' | 'endsFrom' | 'endsBefore' | 'idFrom' | 'isOldestFirst'>;
  isExact: boolean;
}

/** `before`: the instant that `expires_within` or `expires_before` stands for. */
export function listPlan(
  organizationId: string,
  filters: DomainFilters,
  before: string | undefined,
  sort?: DomainSort,
): ListPlan {
  const sent = Object.values(filters).filter((value) => value !== undefined).length;
  const { ssl_status: ssl } = filters;
  if (before !== undefined) {
    const partition = ssl ? listPartitions.ofSslStatus(organizationId, ssl) : listPartitions.ofOrganization(organizationId);
    const index = ssl ? 'bySslExpiry' : 'byExpiry';
    const endsFrom = startOfExpiry(filters);
    const ofExpiry = EXPIRY_FILTERS.filter((name) => filters[name] !== undefined).length;
    return {
      from: { index, partition, endsBefore: before, ...(endsFrom !== undefined && { endsFrom }) },
      isExact: sent === ofExpiry + (ssl ? 1 : 0),
    };
  }
  const { created_after: createdAfter } = filters;
  const isOldestFirst = sort === 'oldest' && { isOldestFirst: true };
  // `nobody` has no partition: most domains wait for nobody.
  if (filters.actor !== undefined && filters.actor !== 'nobody') {
    const partition = listPartitions.ofActor(organizationId, filters.actor);
    return { from: { index: 'byActor', partition, ...isOldestFirst }, isExact: sent === 1 };
  }
  // In test mode an id holds the real time of creation, but `created_at` the time of the test clock.
  const since = createdAfter !== undefined &&
    !isTestTenant(organizationId) && { idFrom: lowestIdAt(new Date(Date.parse(createdAfter) - ID_KEPT_SECONDS * 1000)) };
  const from = { ...since, ...isOldestFirst };
  const others = sent - (since ? 1 : 0);
  const [best] = partitionsOf(organizationId, filters).toSorted((a, b) => a.size - b.size);
  if (best) return { from: { index: best.index, partition: best.partition, ...from }, isExact: others === 1 };
  const partition = listPartitions.ofOrganization(organizationId);
  return { from: { index: 'byOrganization', partition, ...from }, isExact: others === 0 };
}

const EXPIRY_FILTERS = ['expires_within', 'expires_after', 'expires_before'] as const;

/** Adds the milliseconds that stored instants have and a filter may omit. */
function startOfExpiry({ expires_after: after }: DomainFilters): string | undefined {
  return after === undefined ? undefined : new Date(after).toISOString();
}

/** A creation repeated with its Idempotency-Key keeps the id of its first try, up to a day old. */
const ID_KEPT_SECONDS = 86_400;

/** Relative partition sizes: most domains are validated and active, a server has many, few are pending or in error. */
const SIZE = { error: 1, pending: 2, ofAServer: 3, validated: 4, active: 4 };

function partitionsOf(organizationId: string, { ssl_status: ssl, dns_status: dns, server_id: server }: DomainFilters) {
  const found: { index: ListIndex; partition: string; size: number }[] = [];
  if (ssl) found.push({ index: 'bySslStatus', partition: listPartitions.ofSslStatus(organizationId, ssl), size: SIZE[ssl] });
  if (dns) found.push({ index: 'byDnsStatus', partition: listPartitions.ofDnsStatus(organizationId, dns), size: SIZE[dns] });
  if (server !== undefined) {
    found.push({ index: 'byServer', partition: listPartitions.ofServer(organizationId, server), size: SIZE.ofAServer });
  }
  return found;
}

export function matchesFilters(domain: ShownDomain, filters: DomainFilters, before: string | undefined): boolean {
  const { ssl_status: ssl, dns_status: dns, server_id: server, url, url_prefix: prefix } = filters;
  const endsFrom = startOfExpiry(filters);
  const { actor, diagnosis_code: code, metadata, created_after: createdAfter, updated_after: updatedAfter } = filters;
  return (
    (ssl === undefined || domain.sslStatus === ssl) &&
    (dns === undefined || domain.dnsStatus === dns) &&
    (server === undefined || domain.serverId === server) &&
    (before === undefined || (domain.served !== undefined && domain.served.certificate.notAfter < before)) &&
    (endsFrom === undefined || (domain.served !== undefined && domain.served.certificate.notAfter >= endsFrom)) &&
    (actor === undefined || actorFor(domain) === actor) &&
    (code === undefined || diagnosisOf(domain).diagnosis.code === code) &&
    (createdAfter === undefined || Date.parse(domain.createdAt) >= Date.parse(createdAfter)) &&
    (updatedAfter === undefined || Date.parse(domain.updatedAt) >= Date.parse(updatedAfter)) &&
    Object.entries(metadata ?? {}).every(([key, value]) => domain.metadata[key] === value) &&
    (url === undefined || domain.url === hostnameOf(url)) &&
    (prefix === undefined || domain.url.startsWith(prefix.toLowerCase()))
  );
}
