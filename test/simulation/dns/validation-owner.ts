import { newValidation, validationName } from '../../../lambdas/model/domains/validation.ts';
import { Chance } from '../chance.ts';
import type { Organization } from '../integrators/organizations.ts';
import type { World } from '../world.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const WRONG_LABEL = 'abcdefghijklmnopqrstuvwxyz';

/** Owners of hostnames with DNS validation: they set the validation record, each in their own way. */
export class ValidationOwner {
  readonly #world: World;
  readonly #organizationId: string;
  readonly #chance: Chance;

  constructor(world: World, { id }: Organization, seed: number) {
    this.#world = world;
    this.#organizationId = id;
    this.#chance = new Chance(seed, `validation of ${id}`);
  }

  /** How a name is created: mostly with DNS validation where the stage has a zone for it, and some of these as a wildcard. */
  choose(hostname: string, canBeWildcard: boolean): { hostname: string; validation: 'http' | 'dns' } {
    const { validation } = this.#world.traits;
    if (validation === 'http' || this.#chance.is(0.35)) return { hostname, validation: 'http' };
    return { hostname: canBeWildcard && this.#chance.is(0.25) ? `*.${hostname}` : hostname, validation: 'dns' };
  }

  /** Sets the record soon or late, sometimes wrong at first; some owners remove it once they believe it is no longer needed. */
  async setRecord(hostname: string, isUrgent: boolean): Promise<void> {
    const { scheduler, dns } = this.#world;
    const chance = this.#chance;
    const { name, target } = this.recordOf(hostname);
    if (chance.is(0.15)) {
      await scheduler.sleep(chance.between(0, HOUR));
      scheduler.tell(`the owner of ${hostname} sets a wrong ${name}`);
      dns.lead(name, target.replace(/^[^.]+/, WRONG_LABEL));
    }
    const soon = isUrgent ? 60 : 2 * HOUR;
    await scheduler.sleep(chance.between(0, chance.is(0.2) ? 30 * HOUR : soon));
    scheduler.tell(`the owner of ${hostname} sets ${name}`);
    dns.lead(name, target);
    while (chance.is(0.3)) {
      await scheduler.sleep(chance.between(0, chance.is(0.3) ? HOUR : 3 * DAY));
      if (scheduler.faults.isCalm()) return;
      scheduler.tell(`the owner of ${hostname} takes ${name} away`);
      dns.cnames.delete(name);
      if (chance.is(0.3)) return;
      await scheduler.sleep(chance.between(0, DAY));
      scheduler.tell(`the owner of ${hostname} sets ${name} again`);
      dns.lead(name, target);
    }
  }

  /** Deterministic per organization and name. */
  recordOf(hostname: string): { name: string; target: string } {
    return recordOf(this.#world, this.#organizationId, hostname);
  }
}

/** The validation record that the organization is shown for a hostname. */
export function recordOf(
  { traits, serviceSecret }: Pick<World, 'traits' | 'serviceSecret'>,
  organizationId: string,
  url: string,
): { name: string; target: string } {
  const { validationZone = '', validationRecord } = traits.settings;
  const validation = newValidation(organizationId, url, { serviceSecret, validationZone, validationRecord });
  return { name: validationName({ url, validation }), target: validation.target };
}
