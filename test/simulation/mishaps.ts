import type { Domain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { Chance } from './chance.ts';
import type { MachineAt, World } from './world.ts';

const HOUR = 3_600;
/** Longest time between two incidents. */
const MAX_PEACE_SECONDS = 12 * HOUR;
const MAX_AWAY_SECONDS = 60 * HOUR;
const MAX_WRONG_SECONDS = 20 * HOUR;
/** Shorter than the service waits for a server to serve a certificate. */
const MAX_OFF_SECONDS = 3 * HOUR;
const ELSEWHERE = 'parking.registrar.net';

/** Incidents at sites that are served: the owner changes the CNAME, or machines serve something else or nothing. */
export class Mishaps {
  readonly #world: World;
  readonly #chance: Chance;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#chance = new Chance(seed, 'mishaps');
  }

  begin(): void {
    this.#world.scheduler.begin(() => this.#goOn());
  }

  async #goOn(): Promise<void> {
    const { scheduler } = this.#world;
    const { faults } = scheduler;
    for (;;) {
      await scheduler.sleep(this.#chance.between(0, MAX_PEACE_SECONDS));
      if (faults.isCalm()) return;
      const active = this.#world.domains().filter(({ phase }) => phase === 'active');
      const site = active[this.#chance.below(active.length)];
      if (!site) continue;
      const machine = this.#machineOf(site);
      if (faults.meets('a CNAME leads elsewhere')) scheduler.begin(() => this.#leave(site));
      if (faults.meets('another certificate is shown')) machine?.showAnother(site.url, this.#atMost(MAX_WRONG_SECONDS));
      if (faults.meets('a machine is off')) machine?.turnOff(this.#atMost(MAX_OFF_SECONDS));
    }
  }

  /** Most owners restore it, unless it points to another of their servers by then. */
  async #leave({ url, cname: { target } }: Domain): Promise<void> {
    const { scheduler, cnames } = this.#world;
    if (cnames.get(url) !== target) return;
    scheduler.tell(`the owner of ${url} points it elsewhere`);
    this.#world.lead(url, ELSEWHERE);
    if (this.#chance.is(0.2)) return;
    await scheduler.sleep(this.#atMost(MAX_AWAY_SECONDS));
    if (cnames.get(url) !== ELSEWHERE) return;
    scheduler.tell(`the owner of ${url} puts its CNAME back`);
    this.#world.lead(url, target);
  }

  #machineOf({ organizationId, serverId }: Domain): MachineAt | undefined {
    return this.#world.agents.find(({ server: { row } }) => row.organizationId === organizationId && row.id === serverId);
  }

  #atMost(seconds: number): number {
    const { scheduler, calmAtMs } = this.#world;
    return Math.min(this.#chance.between(60, seconds), (calmAtMs - scheduler.nowMs) / 1000);
  }
}
