import type { Actor } from '../../shared/audit/audit.schema.ts';
import { notFound } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Clocks } from '../../shared/time/instant.ts';
import { type AllowedServers, requireServer } from '../accounts/api-key.ts';
import type { Change, DomainStore } from './domain.store.ts';
import type { Domain } from './domain-row.schema.ts';

/** A domain that exists for the API: not being removed. */
export type FoundDomain = Exclude<Domain, { phase: 'removing' }>;

/**
 * The domain in the path. Throws the 404 for a domain that does not exist, is being removed, or belongs to another organization,
 * and the 403 for one on a server outside the caller's restriction.
 */
export async function findDomain(
  domains: Pick<DomainStore, 'get'>,
  request: HttpRequest,
  caller: AllowedServers,
): Promise<FoundDomain> {
  return findDomainById(domains, pathId(request.params.id, 'domain_id'), caller);
}

/** The same for an id from a request body. */
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

/** A link has two bytes for it. Nobody ends this many links within the week for which one is valid. */
const GENERATIONS = 65_536;

/** Ends all earlier links to a domain's page by raising the generation. */
export function endLinks<D extends Domain>(domain: D, by: Actor, clocks: Clocks): { domain: D; change: Change } {
  const linkGeneration = ((domain.linkGeneration ?? 0) + 1) % GENERATIONS;
  const audit = { by, clocks, after: { link_generation: linkGeneration } };
  return { domain: { ...domain, linkGeneration }, change: { timeline: 'portal_links.ended', events: [], isQuiet: true, audit } };
}
