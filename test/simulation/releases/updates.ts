import { Chance } from '../chance.ts';
import { openFunctions } from '../functions.ts';
import type { World } from '../world.ts';
import { openLastRelease } from './last-release.ts';

const DAY_SECONDS = 86_400;

/** Updates the service from the last release to this one. Some worlds roll back once and update again. */
export class Updates {
  readonly #world: World;
  readonly #chance: Chance;
  #leftSeconds: number;

  constructor(world: World, seed: number, days: number) {
    this.#world = world;
    this.#chance = new Chance(seed, 'updates');
    this.#leftSeconds = days * DAY_SECONDS;
  }

  begin(): void {
    if (!this.#world.traits.isUpdated) return;
    this.#useLastRelease();
    this.#world.scheduler.begin(() => this.#update());
  }

  async #update(): Promise<void> {
    const goesBack = this.#chance.is(1 / 3);
    await this.#deploy('this release', () => this.#useThisRelease());
    if (!goesBack) return;
    await this.#deploy('the last release again', () => this.#useLastRelease());
    await this.#deploy('this release again', () => this.#useThisRelease());
  }

  /** Early, and before the faults end. */
  async #deploy(what: string, use: () => void): Promise<void> {
    const { scheduler, services } = this.#world;
    const seconds = this.#leftSeconds * this.#chance.next() * this.#chance.next();
    this.#leftSeconds -= seconds;
    await scheduler.sleep(seconds);
    scheduler.tell(`an operator deploys ${what}`);
    use();
    services.deploy();
  }

  #useLastRelease(): void {
    this.#world.openRelease = (outside) => openLastRelease(outside, this.#world.held.current.send);
  }

  #useThisRelease(): void {
    this.#world.openRelease = openFunctions;
  }
}
