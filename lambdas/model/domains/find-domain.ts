import type { Actor } from '../../shared/audit/audit.schema.ts';
import { notFound } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Clocks } from '../../shared/time/instant.ts';
import { type AllowedServers, requireServer } from '../accounts/api-key.ts';
import type { Change, DomainStore } from './domain.store.ts';
import type { Domain } from './domain-row.schema.ts';

/** One that is there for the API: not on its way out. */
export type FoundDomain = Exclude<Domain, { phase: 'removing' }>;

/**
 * The domain that the path names. Throws the 404 for one that is not there, is being removed, or is another organization's, and
 * the 403 for one on a server that is not among those to which the caller is restricted.
 */
export async function findDomain(
  domains: Pick<DomainStore, 'get'>,
  request: HttpRequest,
  caller: AllowedServers,
): Promise<FoundDomain> {
  return findDomainById(domains, pathId(request.params.id, 'domain_id'), caller);
}

/** The same for an id that was sent. */
export async function findDomainById(
  domains: Pick<DomainStore, 'get'>,
  id: number,
  caller: AllowedServers,
): Promise<FoundDomain> {
  const domain = await domains.get(id);
  if (domain?.organizationId !== caller.organizationId || domain.phase === 'removing') throw notFound('domain_id', id);
  requireServer(caller, domain.serverId);
  return domain;
}

/** A link has two bytes for it. Nobody ends as many links within the week for which one is valid. */
const GENERATIONS = 65_536;

/** Ends all links to a domain's page that were made before: the next one has another number. */
export function endLinks<D extends Domain>(domain: D, by: Actor, clocks: Clocks): { domain: D; change: Change } {
  const linkGeneration = ((domain.linkGeneration ?? 0) + 1) % GENERATIONS;
  const audit = { by, clocks, after: { link_generation: linkGeneration } };
  return { domain: { ...domain, linkGeneration }, change: { timeline: 'portal_links.ended', events: [], isQuiet: true, audit } };
}
