import { isWildcard } from '../../../contract/domain-name.ts';
import { readPortalLink } from '../../../lambdas/model/accounts/portal/portal-link.ts';
import { Claim } from '../../../lambdas/model/domains/claim.store.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Changed, HeldTable, SimulatedTable } from '../table/simulated-table.ts';

/** A portal link, as the API returned it. */
export interface Link {
  organizationId: string;
  domainId: number;
  hostname: string;
  /** Token of the organization's portal, in the path. */
  token: string;
  /** Signature in the fragment. */
  signature: string;
  expiresAtMs: number;
  /** When the revocation was confirmed. */
  endedAtMs?: number;
}

/** What a visitor requests. */
export interface Question {
  link: Link;
  /** Visitors have the link, or type its hostname. */
  by: 'link' | 'name';
  /** The portal that gets the request: not always that of the link. */
  portal: Pick<Link, 'organizationId' | 'token'>;
  isCheck: boolean;
}

export interface Visit extends Question {
  beganMs: number;
  /** The domain that the portal had to show when the visit began. */
  domainId: number | undefined;
  /** The row of that domain or of the link's domain at the start, and after each write since. */
  rows: (Item | undefined)[];
  /** The table in use when the visit began. */
  table: HeldTable;
}

export interface Page {
  status: number;
  text: string;
}

/** The parts of a world that visits need. */
interface Surroundings {
  scheduler: Scheduler;
  held: SimulatedTable;
  serviceSecret: ServiceSecret;
  watch(watcher: (changed: readonly Changed[]) => void): void;
}

/** All portal links, and the result of each visit. */
export class PortalVisits {
  readonly links: Link[] = [];
  readonly #world: Surroundings;
  readonly #open = new Map<Visit, string>();
  readonly #watchers: ((visit: Visit, page: Page) => void)[] = [];

  constructor(world: Surroundings) {
    this.#world = world;
    world.watch((changed) => {
      for (const [{ rows }, row] of this.#open) for (const { key, after } of changed) if (key === row) rows.push(after);
    });
  }

  watch(watcher: (visit: Visit, page: Page) => void): void {
    this.#watchers.push(watcher);
  }

  begin(question: Question): Visit {
    const { scheduler, held } = this.#world;
    const domainId = this.domainFor(question);
    const key = keys.domain(domainId ?? question.link.domainId);
    const visit = { ...question, beganMs: scheduler.nowMs, domainId, rows: [held.get(key)], table: held.current };
    this.#open.set(visit, `${key.pk}|${key.sk}`);
    return visit;
  }

  /** Visits without an answer are not reported. */
  end(visit: Visit, page: Page | undefined): void {
    this.#open.delete(visit);
    if (page) for (const watcher of this.#watchers) watcher(visit, page);
  }

  /** The domain that a visitor must be shown, given the present table. */
  domainFor({ link, by, portal }: Question): number | undefined {
    const { held } = this.#world;
    const wanted = by === 'link' ? this.#linked(link, portal.token) : this.#named(link);
    const item = wanted && held.get(keys.domain(wanted.id));
    if (!item || !held.get(keys.portal(portal.token))) return undefined;
    const { id, phase, organizationId, linkGeneration = 0 } = domainOf(item);
    const isInForce = (wanted.generation ?? linkGeneration) === linkGeneration;
    return isInForce && phase !== 'removing' && organizationId === portal.organizationId ? id : undefined;
  }

  #linked({ signature }: Link, token: string): { id: number; generation?: number } | undefined {
    const { serviceSecret, scheduler } = this.#world;
    const read = readPortalLink(token, signature, serviceSecret, scheduler.now());
    return read.kind === 'valid' ? { id: read.link.domainId, generation: read.link.generation } : undefined;
  }

  /** Visitors do not type wildcards. */
  #named({ hostname }: Link): { id: number; generation?: number } | undefined {
    if (isWildcard(hostname)) return undefined;
    const item = this.#world.held.get(keys.claim(hostname));
    const claim = item && Claim.parse(item);
    return claim?.state === 'held' ? { id: claim.domainId } : undefined;
  }
}

/** The portal's title. */
export function brandOf(organizationId: string): string {
  return `Shops of ${organizationId}`;
}

/** Rows of an organization and its portal. Only the first has one from the start: the others get theirs with their first link. */
export function portalRows(organizationId: string, startMs: number): Item[] {
  const name = brandOf(organizationId);
  const createdAt = new Date(startMs).toISOString();
  const token = `opt_${'A'.repeat(32)}`;
  return [
    { ...keys.organization(organizationId), id: organizationId, name, createdAt },
    ...(organizationId === 'org_A'
      ? [
          { ...keys.portalOfOrganization(organizationId), token },
          { ...keys.portal(token), token, organizationId, organizationName: name, version: 1 },
        ]
      : []),
  ];
}
