import { HTTP_ERROR_STATUS } from '../../contract/api/error-codes.ts';
import { isWildcard } from '../../contract/domain-name.ts';
import { BREAKER_OPENS_AT } from '../../lambdas/model/webhooks/circuit-breaker.ts';
import type { HttpResponse } from '../../lambdas/shared/http/route.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { Chance } from './chance.ts';
import { ValidationOwner } from './dns/validation-owner.ts';
import type { Functions } from './functions.ts';
import { answerOf, httpRequest, type Sent } from './http-request.ts';
import type { Organization, ServerAt } from './integrators/organizations.ts';
import type { World } from './world.ts';

interface Part {
  seed: number;
  at: number;
  names: number;
  days: number;
}

export type ApiOperation = keyof ReturnType<Functions['routes']>;
export type ApiRequest = Omit<Sent, 'query' | 'sourceIp'>;
export type Answer = Pick<HttpResponse, 'status' | 'json'>;
const JSON_BODY = { 'content-type': 'application/json' };

/** Status of a rate-limited request, which may be retried. */
export const TOO_MANY = HTTP_ERROR_STATUS.rate_limit_exceeded;
const WANTED = 'wanted.customer.com';
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Actions on one domain. */
const MAX_ACTS = 3;
/** Attempts to get a hostname that another organization has. */
const MAX_TRIES = 6;
/** Moves of one domain to another server. */
const MAX_MOVES = 4;
/** Repeated requests for a name that the organization already has. */
const MAX_REPEATS = 12;
/** Steps of a domain to wait for before an action. */
const MAX_STEPS = 12;

/** An organization's program, together with the owners of the hostnames, who change their DNS some time later. */
export class Integrator {
  /** Ids of known domains that are not deleted, by hostname. */
  readonly domains = new Map<string, number>();
  readonly #world: World;
  readonly #organization: Organization;
  readonly #chance: Chance;
  readonly #webhookChance: Chance;
  readonly #moveChance: Chance;
  readonly #validationChance: Chance;
  readonly #owner: ValidationOwner;
  readonly #validations = new Map<string, 'http' | 'dns'>();
  readonly #servers = new Map<string, ServerAt>();
  readonly #part: Part;
  #requests = 0;

  constructor(world: World, organization: Organization, part: Part) {
    this.#world = world;
    this.#organization = organization;
    this.#part = part;
    this.#chance = new Chance(part.seed, `integrator ${organization.id}`);
    this.#validationChance = new Chance(part.seed, `changes of validation of ${organization.id}`);
    this.#owner = new ValidationOwner(world, organization, part.seed);
    this.#moveChance = new Chance(part.seed, `moves of ${organization.id}`);
    this.#webhookChance = new Chance(part.seed, `webhooks of ${organization.id}`);
  }

  begin(): void {
    const { names, at } = this.#part;
    const { moreNames } = this.#world.traits;
    this.beginWebhooks();
    for (let name = 0; name < names + moreNames; name += 1) {
      // Both organizations compete for the first name.
      const wanted = name === 0 ? WANTED : `shop-${at}-${name}.customer.com`;
      const { hostname, validation } = this.#owner.choose(wanted, name > 0);
      this.#validations.set(hostname, validation);
      this.#world.scheduler.begin(() => this.#life(hostname));
    }
  }

  beginWebhooks(): void {
    const { traits, scheduler } = this.#world;
    for (let hook = 0; hook < traits.webhooks; hook += 1) scheduler.begin(() => this.#webhook(hook));
  }

  /** Created at the same time as the others, or later. Some are deleted. */
  async #webhook(number: number): Promise<void> {
    const { scheduler, traits } = this.#world;
    const chance = this.#webhookChance;
    await scheduler.sleep(chance.between(0, traits.beginSeconds));
    const url = `https://hooks.${this.#organization.id.replaceAll('_', '-')}-${number}.customer.net/events`.toLowerCase();
    for (let times = 1 + chance.below(2); times > 0 && !scheduler.faults.isCalm(); times -= 1) {
      const headers = { 'idempotency-key': this.#world.newId('idem') };
      const body = JSON.stringify({ url, events: ['*'] });
      const answer = await this.#ask('createWebhook', { method: 'POST', path: '/api/webhooks', body, headers });
      if (answer.status !== 201 || times === 1) return;
      const { id } = answer.json as { id: number };
      const some = scheduler.sleep(chance.between(0, this.#part.days * DAY));
      await (chance.is(0.5) ? some : Promise.race([some, this.#untilItHangs(id)]));
      await this.#ask('deleteWebhook', { method: 'DELETE', path: `/api/webhooks/${id}`, params: { id: String(id) } });
    }
  }

  /** Waits until the circuit breaker has opened for the webhook. */
  async #untilItHangs(id: number): Promise<void> {
    const { watch, scheduler } = this.#world;
    const { sk } = keys.webhook(this.#organization.id, id);
    await new Promise<void>((resolve) => {
      watch((changed) => {
        if (changed.some(({ key, after }) => key.endsWith(`|${sk}`) && Number(after?.timeoutsInRow) >= BREAKER_OPENS_AT))
          resolve();
      });
    });
    await scheduler.sleep(this.#webhookChance.between(0, 10));
  }

  async #getDomain(hostname: string): Promise<number | undefined> {
    const { scheduler } = this.#world;
    const chance = this.#chance;
    let created = await this.#post(hostname);
    // Another organization has the name, perhaps only for a while.
    for (let again = chance.below(MAX_TRIES); created === undefined && again > 0 && !scheduler.faults.isCalm(); again -= 1) {
      await scheduler.sleep(chance.between(HOUR, 12 * HOUR));
      // The hostname's owner changes to this organization.
      if (chance.is(0.4)) this.#world.point(hostname, this.#serverOf(hostname));
      created = await this.#post(hostname);
    }
    if (created !== undefined && chance.is(0.2)) scheduler.begin(() => this.#repeat(hostname));
    return created;
  }

  async #life(hostname: string): Promise<void> {
    const { scheduler, cnames } = this.#world;
    const chance = this.#chance;
    const { isCrowded, beginSeconds } = this.#world.traits;
    await scheduler.sleep(chance.between(0, beginSeconds));
    const isByDns = this.#validations.get(hostname) === 'dns';
    if (isByDns) scheduler.begin(() => this.#owner.setRecord(hostname, isCrowded));
    const isReady = isCrowded && hostname !== WANTED && !isByDns;
    if (isReady) this.#world.point(hostname, this.#serverOf(hostname));
    const created = await this.#getDomain(hostname);
    const soon = isCrowded ? 1 : 4 * HOUR;
    await scheduler.sleep(chance.between(0, chance.is(0.2) ? 40 * HOUR : soon));
    const isToLead = created !== undefined || !cnames.has(hostname);
    // Sets the CNAME, on which the certificate waits; with DNS validation some owners never do.
    if (isToLead && !(isByDns && chance.is(0.15))) this.#world.point(hostname, this.#serverOf(hostname));
    if (created === undefined) return;
    scheduler.begin(() => this.#moves(hostname, created));
    scheduler.begin(() => this.#changeValidation(hostname, created));
    await this.#use(hostname, created);
  }

  /** Acts on the domain until it is deleted; it may then be created again. */
  async #use(hostname: string, created: number): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#chance;
    for (let act = chance.below(MAX_ACTS); act > 0; act -= 1) {
      await this.#pause(created);
      if (scheduler.faults.isCalm()) return;
      await this.#act(chance.pick(['renewDomain', 'retryDomain'] as const), created);
    }
    if (!chance.is(0.4)) return;
    await this.#pause(created);
    if (scheduler.faults.isCalm()) return;
    await this.#delete(hostname, created);
    if (!chance.is(0.5)) return;
    await scheduler.sleep(chance.is(0.5) ? chance.between(0, 20) : chance.between(0, HOUR));
    await this.#post(hostname);
  }

  /** Switches the validation method and perhaps back, also during an order. */
  async #changeValidation(hostname: string, id: number): Promise<void> {
    const { scheduler, traits } = this.#world;
    const chance = this.#validationChance;
    if (traits.validation === 'http' || isWildcard(hostname)) return;
    for (let times = chance.is(0.7) ? 0 : 1 + chance.below(2); times > 0; times -= 1) {
      await this.#pause(id, chance);
      if (scheduler.faults.isCalm() || this.domains.get(hostname) !== id) return;
      const validation = this.#validations.get(hostname) === 'dns' ? 'http' : 'dns';
      const body = JSON.stringify({ validation });
      const request = { ...ofDomain('PATCH', id), body };
      const { status } = await this.#ask('updateDomain', request);
      if (status !== 200) return;
      this.#validations.set(hostname, validation);
      if (validation === 'dns') scheduler.begin(() => this.#owner.setRecord(hostname, traits.isCrowded));
    }
  }

  #serverOf(hostname: string): ServerAt {
    return this.#servers.get(hostname) ?? this.#organization.servers[0];
  }

  /** Moves the domain between servers, also while a step runs. */
  async #moves(hostname: string, id: number): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#moveChance;
    for (let moves = chance.is(0.6) ? 0 : chance.below(MAX_MOVES) + 1; moves > 0; moves -= 1) {
      await this.#pause(id, chance);
      if (scheduler.faults.isCalm()) return;
      const to = chance.pick(this.#organization.servers);
      // Some owners change their DNS first.
      if (chance.is(0.2)) this.#world.point(hostname, to);
      await this.#move(hostname, id, to);
    }
  }

  /** The owner of the hostname changes the DNS soon, late, or not at all. */
  async #move(hostname: string, id: number, to: ServerAt): Promise<void> {
    const chance = this.#moveChance;
    const body = JSON.stringify({ server_id: to.row.id });
    const request = { ...ofDomain('PATCH', id), body };
    const { status } = await this.#ask('updateDomain', request);
    const isOurs = () => this.domains.get(hostname) === id;
    if (status !== 200 || !isOurs()) return;
    this.#servers.set(hostname, to);
    if (chance.is(0.3)) return;
    await this.#world.scheduler.sleep(chance.between(0, chance.is(0.2) ? 40 * HOUR : 2 * HOUR));
    if (isOurs()) this.#world.point(hostname, this.#serverOf(hostname));
  }

  /** Each request takes a place of the quota and gives it back. */
  async #repeat(hostname: string): Promise<void> {
    const { scheduler } = this.#world;
    for (let times = this.#chance.below(MAX_REPEATS); times > 0 && this.domains.has(hostname); times -= 1) {
      await scheduler.sleep(this.#chance.between(1, 2 * HOUR));
      if (scheduler.faults.isCalm()) return;
      await this.#post(hostname);
    }
  }

  #pause(id: number, chance = this.#chance): Promise<void> {
    return this.#world.pause(id, chance, this.#part.days * DAY, MAX_STEPS);
  }

  async #act(operation: 'renewDomain' | 'retryDomain', id: number): Promise<void> {
    const headers = { 'idempotency-key': this.#world.newId('idem') };
    await this.#ask(operation, { ...ofDomain('POST', id, operation === 'renewDomain' ? '/renew' : '/retry'), headers });
  }

  async #post(hostname: string): Promise<number | undefined> {
    const validation = this.#validations.get(hostname);
    const body = JSON.stringify({ url: hostname, server_id: 1, ...(validation === 'dns' && { validation }) });
    const headers = { 'idempotency-key': this.#world.newId('idem') };
    const answer = await this.#ask('createDomain', { method: 'POST', path: '/api/domains', body, headers });
    if (answer.status !== 201) return undefined;
    const { id } = answer.json as { id: number };
    this.#servers.delete(hostname);
    this.domains.set(hostname, id);
    return id;
  }

  async #delete(hostname: string, id: number): Promise<void> {
    await this.#ask('deleteDomain', ofDomain('DELETE', id));
    // It may have been lost by a restore and created again.
    if (this.domains.get(hostname) === id) this.domains.delete(hostname);
  }

  /** Repeats the request until an answer other than 5xx, perhaps while the first one is still running. */
  async #ask(operation: ApiOperation, request: ApiRequest): Promise<Answer> {
    for (;;) {
      const answer = await this.askOnce(operation, request);
      if (answer && answer.status !== TOO_MANY) return answer;
      await this.#world.scheduler.sleep(answer ? HOUR : this.#chance.between(1, 60));
    }
  }

  /** Undefined: no answer, or one that has to be retried. */
  async askOnce(operation: ApiOperation, { headers = {}, body = '', ...request }: ApiRequest): Promise<Answer | undefined> {
    const { scheduler, services } = this.#world;
    this.#requests += 1;
    const requestId = `req_${this.#organization.id}_${this.#requests}`;
    const name = `${operation} ${requestId}`;
    const sent = { ...request, body, headers: { ...this.#organization.credentials, ...(body && JSON_BODY), ...headers } };
    const send = () =>
      services.invoke(name, ({ routes }) => answerOf(routes()[operation], httpRequest(scheduler, requestId, sent)));
    const first = send();
    if (scheduler.faults.meets('request is sent again')) void send();
    const ending = scheduler.faults.meets('request is not answered')
      ? await first.then(() => ({ kind: 'died' as const }))
      : await first;
    if (ending.kind !== 'answered' || ending.value.status >= 500 || isInProgress(operation, ending.value)) return undefined;
    scheduler.tell(`${name} is answered with ${ending.value.status}`);
    this.#world.onAnswer?.(this.#organization.id, ending.value);
    return ending.value;
  }
}

export function ofDomain(method: string, id: number, action = ''): ApiRequest {
  return { method, path: `/api/domains/${id}${action}`, params: { id: String(id) } };
}

/**
 * The same request is still running, and has to be retried. For other operations a conflict is final: there is nothing to renew.
 */
function isInProgress(operation: string, { status }: { status: number }): boolean {
  return operation.startsWith('create') && status === 409;
}
