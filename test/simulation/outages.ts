import { Chance } from './chance.ts';
import type { World } from './world.ts';

const HOUR = 3_600;
/** Longest time between two outages. */
const MAX_PEACE_SECONDS = 24 * HOUR;
const MIN_SECONDS = 30;
/** Shorter than ten attempts of the relay: after those an operator has to redrive (docs/operate/runbook-tickets.md). */
const MAX_SECONDS = 240;

type Hanging = readonly [what: string, calls: RegExp];
/** The service of AWS that hangs, and the labels of its calls. */
const HANGING: readonly [Hanging, ...Hanging[]] = [
  ['the region', /./],
  ['the table', /^(Get|BatchGet|Query|Put|Update|TransactWrite) /],
  ['KMS', /^KMS /],
  ['Route 53', /^Route 53 /],
  ['the queues', /^send to /],
  ['the network', /^(DNS|HTTP|TLS|CA|POST) /],
];

/** Outages in which the calls of one AWS service, or all calls, are not answered. */
export class Outages {
  readonly #world: World;
  readonly #chance: Chance;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#chance = new Chance(seed, 'outages');
  }

  begin(): void {
    this.#world.scheduler.begin(() => this.#goOn());
  }

  async #goOn(): Promise<void> {
    const { scheduler, calmAtMs } = this.#world;
    for (;;) {
      await scheduler.sleep(this.#chance.between(0, MAX_PEACE_SECONDS));
      if (scheduler.faults.isCalm()) return;
      const [what, calls] = this.#chance.pick(HANGING);
      const seconds = this.#chance.between(MIN_SECONDS, MAX_SECONDS);
      if (!scheduler.faults.meets('calls hang')) continue;
      const untilMs = Math.min(scheduler.nowMs + Math.round(seconds * 1000), calmAtMs);
      scheduler.tell(`calls to ${what} hang until ${new Date(untilMs).toISOString()}`);
      scheduler.hang(calls, untilMs);
    }
  }
}
