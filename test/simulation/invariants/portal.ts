import { wildcardBaseOf } from '../../../contract/domain-name.ts';
import { PORTAL_ROWS } from '../../../contract/stack/table-shape.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import { domainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { recordOf } from '../dns/validation-owner.ts';
import { brandOf, type Page, type Visit } from '../portal/portal-visits.ts';
import type { Invariant, World } from '../world.ts';

/** The largest clock error of a process (180 s), and a little more. */
const MAX_SKEW_MS = 181_000;

/** The portal: what visitors see, and what they may change. */
export const PORTAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a link shows one domain only',
    sentence: "No page of the portal has another domain's name or id, or a label of another organization that DNS has not shown.",
    begin(world, violated) {
      const known = new Map<number, string>();
      world.watch((changed) => {
        for (const { key, after } of changed) {
          const [, id] = /^DOMAIN#([0-9]+)[|]DOMAIN$/.exec(key) ?? [];
          if (id !== undefined && after) known.set(Number(id), domainOf(after).url);
        }
      });
      world.portal.watch((visit, page) => {
        const { link, portal, domainId } = visit;
        // The page may show its own name; the records of a wildcard are at its base name.
        const text = textOf(visit, page).replaceAll(link.hostname, '').replaceAll(wildcardBaseOf(link.hostname), '');
        const domains = [...known].filter(([id]) => id !== domainId);
        const others = world.organizations.filter(({ id }) => id !== portal.organizationId);
        const found = [
          ...domains.flatMap(([id, url]) => [String(id), url]),
          ...others.flatMap(({ id }) => [brandOf(id), ...unseenTargets(world, id, visit)]),
        ].find((each) => text.includes(each));
        if (found !== undefined) violated(`${describe(visit)} is shown ${found}`);
      });
    },
  },
  {
    name: 'a link ends',
    sentence:
      'A link whose time is over, that was withdrawn, or whose domain is being removed is answered with nothing of the domain, and so is one at the address of another organization.',
    begin(world, violated) {
      world.portal.watch((visit, page) => {
        const reason = whyHidden(world, visit);
        if (reason === undefined) return;
        const text = textOf(visit, page);
        const { hostname, organizationId } = visit.link;
        const targets = recordsFor(world, organizationId, hostname).map(({ target }) => target);
        const found = [hostname, ...targets].find((each) => text.includes(each));
        if (isDomainShown(page) || found !== undefined)
          violated(`${describe(visit)} is shown ${found ?? 'a domain'}, though ${reason}`);
      });
    },
    atRest({ portal }, violated) {
      for (const link of portal.links)
        if (link.endedAtMs !== undefined && portal.domainFor({ link, by: 'link', portal: link, isCheck: false }) !== undefined)
          violated(`a link to ${link.hostname} (${link.domainId}) has ended, and is good again`);
    },
  },
  {
    name: 'the portal says what is so',
    sentence: 'A link that is in force shows its domain as its row has it, and so does the typed name of such a domain.',
    begin({ portal, held }, violated) {
      portal.watch((visit, page) => {
        const { link, domainId, table, rows, beganMs } = visit;
        // A visit that began before a restore was answered from the former table.
        if (domainId === undefined || portal.domainFor(visit) !== domainId || table !== held.current) return;
        const isEndingNow = visit.by === 'link' && Math.abs(link.expiresAtMs - beganMs) < MAX_SKEW_MS;
        if (page.status >= 429 || isEndingNow) return;
        if (!isDomainShown(page)) return violated(`${describe(visit)} is not shown the domain: ${page.status}`);
        const [, code = ''] = /data-code="([a-z_]+)"/.exec(page.text) ?? [];
        const codes = new Set<string>(rows.flatMap((row) => (row ? domainResource(domainOf(row)).diagnosis.code : [])));
        if (!codes.has(code)) violated(`${describe(visit)} is told ${code}, and the row has ${[...codes].join(', ')}`);
        if (!textOf(visit, page).includes(link.hostname)) violated(`${describe(visit)} is shown another name`);
      });
    },
  },
  {
    name: 'a visitor is answered',
    sentence: 'The portal answers with what there is to see, or asks to come again: never with an internal error.',
    begin(world, violated) {
      world.portal.watch((visit, { status }) => {
        if (![200, 404, 429, 503].includes(status)) violated(`${describe(visit)} is answered with ${status}`);
      });
    },
  },
  {
    name: 'the portal keeps to its rows',
    sentence: 'A visit writes only rows that the role of the portal may write, and deletes none.',
    begin({ watch, scheduler }, violated) {
      watch((changed) => {
        if (scheduler.current()?.name !== 'portal') return;
        for (const { key, after } of changed)
          if (!after || !PORTAL_ROWS.writes.some((prefix) => key.startsWith(prefix))) violated(`a visit has written ${key}`);
      });
    },
  },
];

/** Why the page must not show the domain, given what was known when the visit began. */
function whyHidden({ portal: visits, former }: World, visit: Visit): string | undefined {
  const { link, by, portal, beganMs, domainId } = visit;
  if (by === 'name') return (domainId ?? visits.domainFor(visit)) ? undefined : `${portal.organizationId} does not have the name`;
  if (portal.organizationId !== link.organizationId) return `the address is that of ${portal.organizationId}`;
  if (beganMs > link.expiresAtMs + MAX_SKEW_MS) return 'its time is over';
  // A restore may have lost the end of the link until it is ended again.
  const isLost = former !== undefined && domainId !== undefined;
  if (link.endedAtMs !== undefined && link.endedAtMs < beganMs && !isLost) return 'it has ended';
  const [row] = visit.rows;
  if (!row) return 'the domain is gone';
  return row.phase === 'removing' ? 'the domain is being removed' : undefined;
}

/** The CNAMEs that an organization may show to the owner of a hostname. */
function recordsFor(world: World, organizationId: string, hostname: string): { name: string; target: string }[] {
  const { organizations, traits } = world;
  const servers = organizations.find(({ id }) => id === organizationId)?.servers ?? [];
  const routing = servers.map(({ target }) => ({ name: hostname, target }));
  return traits.validation === 'http' ? routing : [...routing, recordOf(world, organizationId, hostname)];
}

/** Targets that the visitor must not see. With a link, those that DNS has already shown for the hostname are allowed. */
function unseenTargets(world: World, organizationId: string, { by, link }: Visit): string[] {
  return recordsFor(world, organizationId, link.hostname)
    .filter(({ name, target }) => by === 'name' || !world.pointed.has(`${name} ${target}`))
    .map(({ target }) => target);
}

function isDomainShown({ status, text }: Page): boolean {
  return status === 200 && text.includes('data-state="domain"');
}

/** The visible text and the attributes, without what the visitor has typed. */
function textOf({ by }: Visit, { text }: Page): string {
  const own = by === 'name' ? text.replace(/ value="[^"]*"/g, '') : text;
  return `${own}\n${own.replace(/<[^>]*>/g, '')}`;
}

function describe({ link, by, portal }: Visit): string {
  const way = by === 'name' ? 'who types' : 'the link to';
  return `${way} ${link.hostname} (${link.domainId}) at the portal of ${portal.organizationId}`;
}
