import { nextReconciliationAt } from '../../../lambdas/model/accounts/next-night.ts';
import { Chance } from '../chance.ts';
import { type Answer, type ApiRequest, type Integrator, ofDomain, TOO_MANY } from '../integrator.ts';
import type { World } from '../world.ts';
import type { Organization, ServerAt } from './organizations.ts';

interface Part {
  seed: number;
  at: number;
  days: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Interval of the integrator's own timer. */
const RUN_MS = 900_000;
/** Names per list. */
const LONGEST_LIST = 4;
/**
 * For worlds with scarce orders. Not where half of the invocations are killed: the DNS checks of so many names would multiply.
 */
const LONGER_LIST = 12;
const LISTS = 2;

/** An item of the answer of POST /api/domains/bulk. */
interface Item {
  index: number;
  domain?: { id: number };
  error?: { code: string; details?: { existing_domain_id?: number } };
}
const TROUBLE_OF_THE_SERVICE = ['service_unavailable', 'internal_error'];
const NO_TROUBLE = {
  name: 'no trouble without cause',
  sentence: 'Once all is well, no item of a list meets trouble of the service.',
};

/**
 * An organization's program that registers names by lists, as in docs/guides/nightly-sync.md: a timer runs it every quarter of an
 * hour, and the next run repeats a request that got no answer. Owners of the hostnames then set their DNS.
 */
export class BulkIntegrator {
  /** Ids of known domains that are not deleted, by hostname. */
  readonly domains = new Map<string, number>();
  readonly #world: World;
  readonly #organization: Organization;
  readonly #api: Pick<Integrator, 'askOnce'>;
  readonly #part: Part;
  readonly #chance: Chance;
  readonly #deleted = new Set<number>();
  #lists = 0;

  constructor(world: World, organization: Organization, api: Pick<Integrator, 'askOnce'>, part: Part) {
    this.#world = world;
    this.#organization = organization;
    this.#api = api;
    this.#part = part;
    this.#chance = new Chance(part.seed, `lists of ${organization.id}`);
  }

  begin(): void {
    if (this.#world.traits.bulk !== 'none') this.#world.scheduler.begin(() => this.#goOn());
  }

  async #goOn(): Promise<void> {
    const { scheduler } = this.#world;
    const chance = this.#chance;
    await this.#untilFirstRun();
    for (let lists = 1 + chance.below(LISTS); lists > 0 && !scheduler.faults.isCalm(); lists -= 1) {
      for (let names = this.#newList(); names.length > 0; await this.#nextRun()) names = await this.#create(names);
      await scheduler.sleep(chance.between(0, 12 * HOUR));
      await this.#nextRun();
    }
    for (const [hostname, id] of this.domains) {
      if (!chance.is(0.3)) continue;
      await scheduler.sleep(chance.between(0, 6 * HOUR));
      if (scheduler.faults.isCalm()) return;
      await this.#delete(hostname, id);
    }
  }

  async #untilFirstRun(): Promise<void> {
    const { scheduler, traits } = this.#world;
    const nightMs = Date.parse(nextReconciliationAt(scheduler.now()));
    if (traits.bulk === 'before the night') return scheduler.sleep((nightMs - scheduler.nowMs) / 1000);
    await scheduler.sleep(this.#chance.between(0, (this.#part.days * DAY) / 2));
    await this.#nextRun();
  }

  async #nextRun(): Promise<void> {
    const { scheduler } = this.#world;
    await scheduler.sleep((RUN_MS - (scheduler.nowMs % RUN_MS)) / 1000);
  }

  #newList(): string[] {
    const { traits, organizations } = this.#world;
    const chance = this.#chance;
    const { at } = this.#part;
    const longest = traits.scarce === 'orders' && !traits.isDeadly ? LONGER_LIST : LONGEST_LIST;
    const own = Array.from(
      { length: longest },
      (_, n) => `bulk-${at}-${chance.is(0.2) ? chance.below(longest) : n}.customer.com`,
    );
    const ofOthers = `shop-${(at + 1) % organizations.length}-1.customer.com`;
    return chance.is(0.5) ? own : [...own, ofOthers];
  }

  /** Returns the names that failed with an error of the service: they are the next list. */
  async #create(names: readonly string[]): Promise<string[]> {
    const server = this.#chance.pick(this.#organization.servers);
    const body = JSON.stringify({ domains: names.map((url) => ({ url, server_id: server.row.id })) });
    this.#lists += 1;
    const headers = { 'idempotency-key': `list ${this.#lists} of ${this.#organization.id}` };
    const isCalm = this.#world.scheduler.faults.isCalm();
    const answer = await this.#ask('createDomains', { method: 'POST', path: '/api/domains/bulk', body, headers });
    const isQuick = this.#chance.is(0.5);
    const left: string[] = [];
    for (const { index, domain, error } of itemsOf(answer)) {
      const hostname = names[index] ?? '';
      if (TROUBLE_OF_THE_SERVICE.includes(error?.code ?? '')) left.push(hostname);
      // An earlier list may have created it although that item was answered with an error.
      const id = domain?.id ?? error?.details?.existing_domain_id;
      if (id === undefined || this.#deleted.has(id)) continue;
      this.domains.set(hostname, id);
      if (domain) this.#lead(hostname, server, isQuick);
    }
    if (isCalm && left.length > 0) this.#world.violate(NO_TROUBLE, `${left[0]} of ${this.#organization.id} cannot be created`);
    return left;
  }

  /** Most owners set their CNAME, some at the same time as others of their list. */
  #lead(hostname: string, server: ServerAt, isQuick: boolean): void {
    const { scheduler, traits } = this.#world;
    if (!this.#chance.is(0.8)) return;
    const longest = traits.isCrowded ? 300 : 4 * HOUR;
    const seconds = this.#chance.between(0, isQuick ? 1 : longest);
    scheduler.begin(async () => {
      await scheduler.sleep(seconds);
      this.#world.point(hostname, server);
    });
  }

  async #delete(hostname: string, id: number): Promise<void> {
    this.#deleted.add(id);
    await this.#ask('deleteDomain', ofDomain('DELETE', id));
    this.domains.delete(hostname);
  }

  async #ask(operation: 'createDomains' | 'deleteDomain', request: ApiRequest): Promise<Answer> {
    for (;;) {
      const answer = await this.#api.askOnce(operation, request);
      if (answer && answer.status !== TOO_MANY) return answer;
      await this.#nextRun();
    }
  }
}

/** If none could be created, the 422 carries the items. */
function itemsOf({ status, json }: Answer): Item[] {
  const { data, error } = json as { data?: Item[]; error?: { details?: { items?: Item[] } } };
  const items = data ?? error?.details?.items;
  if (!items) throw new Error(`a list was answered with ${status} and no items`);
  return items;
}
