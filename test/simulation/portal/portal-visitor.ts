import { LOCALES, portalPath } from '../../../contract/paths.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { Chance } from '../chance.ts';
import type { Functions } from '../functions.ts';
import { httpRequest } from '../http-request.ts';
import { type Answer, type ApiRequest, type Integrator, ofDomain, TOO_MANY } from '../integrator.ts';
import type { Organization } from '../integrators/organizations.ts';
import type { World } from '../world.ts';
import type { Link, Question } from './portal-visits.ts';

const MINUTE = 60;
const HOUR = 3_600;
/** Visits per domain. */
const MAX_VISITS = 8;
const MAX_PAUSE_SECONDS = 10 * HOUR;
/** Steps of a domain to wait for before a visit. */
const MAX_STEPS = 6;
const MAX_TRIES = 4;
const SOON_SECONDS = 5;
const DOMAIN = /^DOMAIN#[0-9]+[|]DOMAIN$/;
/** The owner's addresses: at work, and at home. */
const ADDRESSES = ['192.0.2.7', '2001:db8::7'] as const;
/** Lifetimes of links, in hours. */
const HOURS = [1, 12, 168] as const;
/** Kinds of visits: most have a link, and many press its button. */
const WAYS = [
  'look',
  'look',
  'look',
  'check',
  'check',
  'check',
  'type',
  'type and check',
  'go elsewhere',
  'type another',
] as const;
/** Timeout of the portal's Lambda. */
const PAGE_SECONDS = 28;

/** The owners of an organization's hostnames, who get portal links, and visitors without a valid link. */
export class PortalVisitor {
  readonly #world: World;
  readonly #organization: Organization;
  readonly #api: Pick<Integrator, 'askOnce'>;
  readonly #chance: Chance;
  #requests = 0;

  constructor(world: World, organization: Organization, api: Pick<Integrator, 'askOnce'>, seed: number) {
    this.#world = world;
    this.#api = api;
    this.#organization = organization;
    this.#chance = new Chance(seed, `portal of ${organization.id}`);
  }

  begin(): void {
    const { traits, watch } = this.#world;
    if (!traits.hasPortals) return;
    watch((changed) => {
      for (const { key, before, after } of changed) if (after && DOMAIN.test(key)) this.#note(before, after);
    });
  }

  /** The owner of a new domain gets a link; some visit it while the domain is deleted. */
  #note(before: Item | undefined, after: Item): void {
    const { scheduler, portal } = this.#world;
    const isNew = before === undefined;
    const isDeleted = after.phase === 'removing' && before?.phase !== 'removing';
    if (!isNew && !isDeleted) return;
    const { id, url, organizationId } = domainOf(after);
    if (organizationId !== this.#organization.id || this.#chance.is(0.3)) return;
    if (isNew) scheduler.begin(() => this.#own(id, url));
    const link = portal.links.findLast(({ domainId }) => domainId === id);
    if (isDeleted && link) scheduler.begin(() => this.#visitSoon(link));
  }

  async #visitSoon(link: Link): Promise<void> {
    await this.#world.scheduler.sleep(this.#chance.between(0, SOON_SECONDS));
    await this.#visit(link);
  }

  /** Some links expire, some are revoked, and some outlive their domain; all are still tried. */
  async #own(domainId: number, hostname: string): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#chance;
    const links: Link[] = [];
    await scheduler.sleep(chance.between(0, chance.is(0.5) ? 2 * MINUTE : 6 * HOUR));
    for (let visits = 1 + chance.below(MAX_VISITS); visits > 0 && !scheduler.faults.isCalm(); visits -= 1) {
      if (links.length === 0 || chance.is(0.2)) links.push(...(await this.#getLink(domainId, hostname)));
      const [first, ...others] = links;
      if (!first) return;
      await this.#visit(chance.pick([first, ...others]));
      if (chance.is(0.1)) await this.#endLinks(domainId);
      if (chance.is(0.03)) await this.#rotateToken();
      await this.#world.pause(domainId, chance, MAX_PAUSE_SECONDS, MAX_STEPS);
    }
  }

  async #getLink(domainId: number, hostname: string): Promise<Link[]> {
    const body = JSON.stringify({ expires_in_hours: this.#chance.pick(HOURS) });
    const answer = await this.#ask('createPortalLink', { ...ofDomain('POST', domainId, '/portal-link'), body });
    if (answer?.status !== 200) return [];
    const { url, expires_at } = answer.json as { url: string; expires_at: string };
    const { pathname, hash } = new URL(url);
    const link = {
      organizationId: this.#organization.id,
      domainId,
      hostname,
      token: pathname.slice(portalPath('').length),
      signature: hash.slice('#s='.length),
      expiresAtMs: Date.parse(expires_at),
    };
    this.#world.portal.links.push(link);
    return [link];
  }

  async #endLinks(domainId: number): Promise<void> {
    const before = this.#world.portal.links.filter((link) => link.domainId === domainId);
    const answer = await this.#ask('endPortalLinks', ofDomain('DELETE', domainId, '/portal-link'));
    if (answer?.status === 200) this.#haveEnded(before);
  }

  /** The action of an administrator. */
  async #rotateToken(): Promise<void> {
    const { id } = this.#organization;
    const before = this.#world.portal.links.filter(({ organizationId }) => organizationId === id);
    const ending = await this.#world.services.invoke('rotate-portal-token', ({ portal }) => portal().rotateToken(id));
    if (ending.kind === 'answered') this.#haveEnded(before);
  }

  #haveEnded(links: readonly Link[]): void {
    for (const link of links) link.endedAtMs ??= this.#world.scheduler.nowMs;
  }

  async #visit(link: Link): Promise<void> {
    const chance = this.#chance;
    const way = chance.pick(WAYS);
    const others = this.#world.portal.links.filter(({ organizationId }) => organizationId !== link.organizationId);
    const another = others[chance.below(others.length)] ?? link;
    const question: Question = {
      link: way === 'type another' ? another : link,
      by: way.startsWith('type') ? 'name' : 'link',
      portal: way === 'go elsewhere' ? another : link,
      isCheck: way.endsWith('check'),
    };
    // A second visit at the same time.
    if (chance.is(0.2)) this.#world.scheduler.begin(() => this.#open(question));
    await this.#open(question);
  }

  async #open(question: Question): Promise<void> {
    const { scheduler, services, portal } = this.#world;
    const { link, by, isCheck } = question;
    const isTyped = by === 'name';
    const form = new URLSearchParams({ ...(isTyped && { hostname: link.hostname }), ...(isCheck && { action: 'check' }) });
    const sent = {
      method: 'POST',
      path: portalPath(question.portal.token),
      query: `lang=${this.#chance.pick(LOCALES)}`,
      headers: { 'sec-fetch-site': 'same-origin', ...(!isTyped && { 'x-portal-link': link.signature }) },
      body: form.toString(),
      sourceIp: this.#chance.pick(ADDRESSES),
    };
    const who = isTyped ? 'somebody types' : 'somebody has a link to';
    scheduler.tell(`${who} ${link.hostname} (${link.domainId}) at the portal of ${question.portal.organizationId}, ${form}`);
    const visit = portal.begin(question);
    this.#requests += 1;
    const requestId = `req_portal_${this.#organization.id}_${this.#requests}`;
    const serve = (functions: Functions) => functions.portal().serve(httpRequest(scheduler, requestId, sent));
    const ending = await services.invoke('portal', serve, PAGE_SECONDS);
    if (ending.kind === 'answered') portal.end(visit, { text: '', ...ending.value });
    else portal.end(visit, ending.kind === 'threw' ? { status: 500, text: '' } : undefined);
  }

  /** Sends a request as the organization's program, through the API: until there is an answer, or it gives up. */
  async #ask(operation: 'createPortalLink' | 'endPortalLinks', request: ApiRequest): Promise<Answer | undefined> {
    const { scheduler } = this.#world;
    for (let tries = 0; tries < MAX_TRIES && !scheduler.faults.isCalm(); tries += 1) {
      const answer = await this.#api.askOnce(operation, request);
      if (answer && answer.status !== TOO_MANY) return answer;
      await scheduler.sleep(answer ? HOUR : this.#chance.between(1, 60));
    }
    return undefined;
  }
}
