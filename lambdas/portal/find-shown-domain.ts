import { PORTAL_VISITS } from '../../contract/api/limits.ts';
import { LONGEST_HOSTNAME } from '../../contract/domain-name.ts';
import type { Portal } from '../model/accounts/portal/portal.schema.ts';
import { readPortalLink } from '../model/accounts/portal/portal-link.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { FoundDomain } from '../model/domains/find-domain.ts';
import { keys } from '../shared/table/keys.ts';
import type { PortalPorts } from '../wiring/portal.wiring.ts';

const LONGEST_INPUT = 1_000;

/** A hostname that a visitor typed or pasted, in lower case and punycode. Undefined if it is none. */
export function parseTypedHostname(text: string): string | undefined {
  const typed = text.trim().slice(0, LONGEST_INPUT);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed.replace(/^[^:]+/, 'https') : `https://${typed}`;
  if (typed === '' || !URL.canParse(address)) return undefined;
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  return hostname.length <= LONGEST_HOSTNAME && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(hostname) ? hostname : undefined;
}

type FindPorts = Pick<PortalPorts, 'portalViews' | 'actionCounts' | 'serviceSecret'>;

/** What a visitor may see. `owner`: has a link; `stranger`: typed a name, as anybody can. */
export type DomainLookup =
  | { kind: 'shown'; portal: Portal; domain: FoundDomain; audience: 'owner' | 'stranger' }
  /** Unknown, another organization's, being removed, or an invalid link: the visitor does not learn which. */
  | { kind: 'hidden'; portal: Portal | undefined; askedBy: 'link' | 'name' }
  | { kind: 'too-many'; portal: Portal | undefined; againAt: Date };

/** One table request. */
export async function findByLink(
  token: string,
  text: string,
  { portalViews, serviceSecret }: FindPorts,
  now: Date,
): Promise<DomainLookup> {
  const read = readPortalLink(token, text, serviceSecret, now);
  if (read.kind !== 'valid') return { kind: 'hidden', portal: await portalViews.portal(token), askedBy: 'link' };
  const { portal, domain } = await portalViews.portalAndDomain(token, read.link.domainId);
  const isInForce = (domain?.linkGeneration ?? 0) === read.link.generation;
  if (!isInForce || !portal || !isOf(domain, portal)) return { kind: 'hidden', portal, askedBy: 'link' };
  return { kind: 'shown', portal, domain, audience: 'owner' };
}

/** Three table requests, two of them in parallel; two for a hidden domain, unknown or another organization's. */
export async function findByName(
  token: string,
  typed: string,
  visitor: string,
  ports: FindPorts,
  now: Date,
): Promise<DomainLookup> {
  const { portalViews, actionCounts } = ports;
  const [taken, { portal, claim }] = await Promise.all([
    actionCounts.takeOf((window) => keys.portalVisits(token, visitor, window), now, PORTAL_VISITS),
    // An invalid hostname causes the same reads as an unknown one.
    portalViews.portalAndClaim(token, parseTypedHostname(typed) ?? 'none'),
  ]);
  if (taken.kind === 'refused') return { kind: 'too-many', portal, againAt: taken.againAt };
  const isOurs = portal && claim?.organizationId === portal.organizationId && claim.state === 'held';
  const domain = isOurs ? await portalViews.domain(claim.domainId) : undefined;
  if (!portal || !isOf(domain, portal)) return { kind: 'hidden', portal, askedBy: 'name' };
  return { kind: 'shown', portal, domain, audience: 'stranger' };
}

function isOf(domain: Domain | undefined, { organizationId }: Portal): domain is FoundDomain {
  return domain?.organizationId === organizationId && domain.phase !== 'removing';
}
