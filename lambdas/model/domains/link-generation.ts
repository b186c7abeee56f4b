import type { Actor } from '../../shared/audit/audit.schema.ts';
import type { Change } from './domain.store.ts';
import type { Domain } from './domain-row.schema.ts';

/** A link has two bytes for it. Nobody ends as many links within the week for which one is valid. */
const GENERATIONS = 65_536;

/** Ends all links to a domain's page that were made before: the next one has another number. */
export function endLinks<D extends Domain>(domain: D, by: Actor): { domain: D; change: Change } {
  const linkGeneration = ((domain.linkGeneration ?? 0) + 1) % GENERATIONS;
  const audit = { by, after: { link_generation: linkGeneration } };
  return { domain: { ...domain, linkGeneration }, change: { timeline: 'portal_links.ended', events: [], isQuiet: true, audit } };
}
