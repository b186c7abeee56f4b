import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import type { Caller } from '../pipeline/api-route.ts';

export interface LatestPorts {
  domains: DomainStore;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

/** Work on a domain that was read beforehand; after a lost race on what it has become, or the 404 if it is gone. */
export function onLatest<T>(
  read: FoundDomain,
  request: HttpRequest,
  caller: Caller,
  work: (domain: FoundDomain) => Promise<T>,
  { domains, pause }: LatestPorts,
): Promise<T> {
  return decideAndWrite(read, () => findDomain(domains, request, caller), work, pause);
}

/** What an action does to a domain, for the audit record: its statuses before and after. */
export function statusesOf(before: Domain, after: Domain): Record<'before' | 'after', Record<string, unknown>> {
  const statuses = ({ dnsStatus, sslStatus }: Domain) => ({ dns_status: dnsStatus, ssl_status: sslStatus });
  return { before: statuses(before), after: statuses(after) };
}
