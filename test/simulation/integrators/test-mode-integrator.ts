import { HTTP_ERROR_STATUS } from '../../../contract/api/error-codes.ts';
import { STORY_NAMES, type StoryName } from '../../../contract/test-mode.ts';
import { STORIES } from '../../../lambdas/test-mode/stories.ts';
import { Chance } from '../chance.ts';
import { type Answer, type ApiOperation, type ApiRequest, Integrator, ofDomain, TOO_MANY } from '../integrator.ts';
import type { Tester, World } from '../world.ts';
import type { Organization } from './organizations.ts';

interface Part {
  seed: number;
  at: number;
  names: number;
  days: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Actions on one domain, besides its deletion. */
const MAX_ACTS = 3;
/** Moves of the clock. */
const MAX_MOVES = 3;
const MOVES = [10 * MINUTE, HOUR, DAY, DAY, 4 * DAY, 31 * DAY, 61 * DAY] as const;
/** Requests with the key of the wrong mode. */
const MAX_MIX_UPS = 6;
const IN_PROGRESS = HTTP_ERROR_STATUS.conflict;

const OF_ANOTHER_MODE = {
  name: 'a key is for its mode',
  sentence: 'With a test key nothing of live mode is seen or changed, and with a live key nothing of test mode.',
};

/** A request that must have no effect. */
type MixUp = readonly [by: 'live' | 'test', operation: ApiOperation, request: ApiRequest];

/**
 * An organization's program in test mode: it creates domains with stories and moves its clock, sometimes from two places at once.
 */
export class TestModeIntegrator implements Tester {
  readonly domains = new Map<string, number>();
  readonly touched = new Set<number>();
  movedMs = 0;
  readonly #world: World;
  readonly #tenant: Organization;
  readonly #part: Part;
  readonly #chance: Chance;
  readonly #clockChance: Chance;
  readonly #mixUpChance: Chance;
  /** One client per key. */
  readonly #apis: Record<'live' | 'test', Integrator>;

  constructor(world: World, tenant: Organization, part: Part) {
    this.#world = world;
    this.#tenant = tenant;
    this.#part = part;
    this.#chance = new Chance(part.seed, `test mode of ${tenant.id}`);
    this.#clockChance = new Chance(part.seed, `clock of ${tenant.id}`);
    this.#mixUpChance = new Chance(part.seed, `mix-ups of ${tenant.id}`);
    const live = world.organizations[0] ?? tenant;
    this.#apis = { live: new Integrator(world, live, part), test: new Integrator(world, tenant, part) };
  }

  begin(): void {
    const { scheduler } = this.#world;
    this.#apis.test.beginWebhooks();
    for (let name = 0; name < this.#part.names; name += 1) scheduler.begin(() => this.#life(this.#newHostname(name)));
    scheduler.begin(() => this.#moveClock());
    scheduler.begin(() => this.#mixUp());
  }

  #newHostname(number: number): string {
    const isByDns = this.#world.traits.validation !== 'http';
    const possible = STORY_NAMES.filter((story) => isByDns || STORIES[story].validation === undefined);
    return `shop-${number}.${this.#chance.pick(possible as [StoryName, ...StoryName[]])}.magic.test`;
  }

  async #life(hostname: string): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#chance;
    await scheduler.sleep(chance.between(0, chance.is(0.5) ? this.#world.traits.beginSeconds : (this.#part.days * DAY) / 2));
    for (let lives = 1 + chance.below(2); lives > 0 && !scheduler.faults.isCalm(); lives -= 1) {
      const id = await this.#post(hostname);
      if (id === undefined) return;
      if (chance.is(0.4)) await this.#act(id);
      if (!chance.is(0.4)) return;
      await this.#pause();
      if (scheduler.faults.isCalm()) return;
      await this.#ask('deleteDomain', ofDomain('DELETE', id));
      this.domains.delete(hostname);
      await scheduler.sleep(chance.between(0, HOUR));
    }
  }

  /** Some pauses end while the story still runs. */
  #pause(): Promise<void> {
    const longest = this.#chance.pick([5, 2 * MINUTE, this.#part.days * DAY]);
    return this.#world.scheduler.sleep(this.#chance.between(0, longest));
  }

  async #act(id: number): Promise<void> {
    for (let acts = 1 + this.#chance.below(MAX_ACTS); acts > 0; acts -= 1) {
      await this.#pause();
      if (this.#world.scheduler.faults.isCalm()) return;
      this.touched.add(id);
      const headers = { 'idempotency-key': this.#world.newId('idem') };
      const server = this.#chance.pick(this.#tenant.servers);
      const body = JSON.stringify({ server_id: server.row.id });
      const way = this.#chance.pick(['retry', 'renew', 'move'] as const);
      if (way === 'move') await this.#ask('updateDomain', { ...ofDomain('PATCH', id), body });
      else await this.#ask(`${way}Domain`, { ...ofDomain('POST', id, `/${way}`), headers });
    }
  }

  async #post(hostname: string): Promise<number | undefined> {
    const [, story = 'active'] = hostname.split('.') as [string, StoryName];
    const { validation } = STORIES[story];
    const body = JSON.stringify({ url: hostname, server_id: 1, ...(validation && { validation }) });
    const headers = { 'idempotency-key': this.#world.newId('idem') };
    const answer = await this.#ask('createDomain', { method: 'POST', path: '/api/domains', body, headers });
    if (answer.status !== 201) return undefined;
    const { id } = answer.json as { id: number };
    this.domains.set(hostname, id);
    return id;
  }

  async #moveClock(): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#clockChance;
    for (let moves = chance.below(MAX_MOVES + 1); moves > 0; moves -= 1) {
      await scheduler.sleep(chance.between(0, this.#part.days * DAY));
      if (scheduler.faults.isCalm()) return;
      // Concurrent moves must both count.
      const wanted = chance.is(0.4) ? [chance.pick(MOVES), chance.pick(MOVES)] : [chance.pick(MOVES)];
      await Promise.all(wanted.map((seconds) => this.#advance(seconds)));
    }
  }

  async #advance(seconds: number): Promise<void> {
    const headers = { 'idempotency-key': this.#world.newId('idem') };
    const body = JSON.stringify({ advance_seconds: seconds });
    const { status } = await this.#ask('moveTestClock', { method: 'POST', path: '/api/test/clock', body, headers });
    if (status === 200) this.movedMs += seconds * 1000;
  }

  /** A program of live or of test mode has the key of the other mode. */
  async #mixUp(): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#mixUpChance;
    for (let times = chance.below(MAX_MIX_UPS); times > 0; times -= 1) {
      await scheduler.sleep(chance.between(0, (this.#part.days * DAY) / 2));
      if (scheduler.faults.isCalm()) return;
      for (const by of ['live', 'test'] as const)
        await this.#apis[by].askOnce('listDomains', { method: 'GET', path: '/api/domains' });
      const [by, operation, request] = this.#newMixUp();
      const answer = await this.#apis[by].askOnce(operation, request);
      if (answer && answer.status < 300)
        this.#world.violate(OF_ANOTHER_MODE, `${operation} ${request.path} is answered with ${answer.status} to a ${by} key`);
    }
  }

  #newMixUp(): MixUp {
    const chance = this.#mixUpChance;
    const liveIds = this.#world.domains().map(({ id }) => id);
    const testIds = this.#world.testDomains().map(({ id }) => id);
    const [by, ids] = chance.pick([['test', liveIds] as const, ['live', testIds] as const]);
    const id = ids[chance.below(ids.length)];
    // A test key may create any hostname.
    const body = JSON.stringify({ url: 'shop-0.active.magic.test', server_id: 1 });
    const clock = { method: 'POST', path: '/api/test/clock', body: JSON.stringify({ advance_seconds: DAY }) };
    return chance.pick<MixUp>([
      ['live', 'createDomain', { method: 'POST', path: '/api/domains', body }],
      ['live', 'moveTestClock', clock],
      ['live', 'getTestClock', { method: 'GET', path: clock.path }],
      ...(id === undefined ? [] : [[by, 'getDomain', ofDomain('GET', id)] as const]),
      ...(id === undefined ? [] : [[by, 'deleteDomain', ofDomain('DELETE', id)] as const]),
    ]);
  }

  /** Repeats the request with the test key until there is an answer. */
  async #ask(operation: ApiOperation, request: ApiRequest): Promise<Answer> {
    for (;;) {
      const answer = await this.#apis.test.askOnce(operation, request);
      const isOver = answer && answer.status !== TOO_MANY && !(operation === 'moveTestClock' && answer.status === IN_PROGRESS);
      if (isOver) return answer;
      await this.#world.scheduler.sleep(answer ? HOUR / 4 : this.#chance.between(1, MINUTE));
    }
  }
}
