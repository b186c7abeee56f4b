import { restoreDiff } from '../../../bin/admin/recovery/restore-diff.ts';
import { ACCESS_ROWS } from '../../../bin/admin/recovery/revival.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { Chance } from '../chance.ts';
import { edgesOf } from '../edges.ts';
import type { World } from '../world.ts';
import type { HeldTable } from './simulated-table.ts';

const MINUTE = 60;
const DAY_SECONDS = 24 * 60 * MINUTE;
/** Writes of the last minutes before a restore are lost. */
const LOST_SECONDS = 10 * MINUTE;
/** Duration of a deployment: running invocations end within it. */
const DEPLOYMENT_SECONDS = 10 * MINUTE;
const MAX_WAITS = 60;
const DIFF_SECONDS = 600;
const REDRIVE_SECONDS = 300;

/** An administrator who restores the table to ten minutes ago, by the steps of docs/operate/recovery.md. */
export class Restore {
  readonly #world: World;
  readonly #atSeconds: number;
  readonly #chance: Chance;

  constructor(world: World, seed: number, days: number) {
    this.#world = world;
    this.#chance = new Chance(seed, 'restore at');
    this.#atSeconds = this.#chance.between(0, days * DAY_SECONDS) * this.#chance.next();
  }

  begin(): void {
    if (this.#world.traits.isRestored) this.#world.scheduler.begin(() => this.#restore());
  }

  async #restore(): Promise<void> {
    const { scheduler, held, services } = this.#world;
    await scheduler.sleep(this.#atSeconds);
    const former = held.current;
    const { at: restoredTo, items } = await this.#momentBeforeDeletion(former);
    const restored = held.beside(items);
    await scheduler.sleep(this.#chance.between(0, LOST_SECONDS));
    await this.#diffOnce(former, restored, restoredTo);
    await scheduler.sleep(this.#chance.between(0, DEPLOYMENT_SECONDS));
    this.#world.restore(restored);
    await scheduler.sleep(this.#chance.between(DIFF_SECONDS, 2 * DIFF_SECONDS));
    while ((await this.#diffOnce(former, restored, restoredTo)) > 0);
    const earlier = new Date(restoredTo.getTime() - LOST_SECONDS * 1000);
    const redrive = () => services.invoke('redrive', (functions) => functions.redriveSince(earlier), REDRIVE_SECONDS);
    // The outbox sweep does the rest later.
    for (let tries = 0; tries < 3 && (await redrive()).kind !== 'answered'; ) tries += 1;
  }

  /** Waits for a deletion, but not for ever: the restore then loses it, and it has to be repeated. */
  async #momentBeforeDeletion({ items }: HeldTable): Promise<{ at: Date; items: Item[] }> {
    const { scheduler, watch } = this.#world;
    let isDeleted = false;
    watch((changed) => {
      if (changed.some(({ before, after }) => before && before.phase !== 'removing' && after?.phase === 'removing'))
        isDeleted = true;
    });
    for (let waits = 1; ; waits += 1) {
      scheduler.tell('the table may be restored to this moment');
      const moment = { at: scheduler.now(), items: [...items.values()] };
      await scheduler.sleep(LOST_SECONDS / 2);
      if (isDeleted || waits === MAX_WAITS) return moment;
    }
  }

  /** Repeats until a run is not killed. Returns the number of differences. */
  async #diffOnce(former: HeldTable, restored: HeldTable, restoredTo: Date): Promise<number> {
    const { scheduler } = this.#world;
    for (;;) {
      const ending = await scheduler.invoke('restore-diff', () => this.#diff(former, restored, restoredTo), DIFF_SECONDS);
      if (ending.kind === 'answered') return ending.value;
    }
  }

  async #diff(former: HeldTable, restored: HeldTable, restoredTo: Date): Promise<number> {
    const organizationIds = this.#world.tenants.map(({ id }) => id);
    const { table } = restored;
    const rows = openRows({ ...edgesOf(this.#world.outside()), table });
    const { domains, claims, settings, clock, newId, pause } = rows;
    const found = await restoreDiff(
      { restoredTo, now: clock(), apply: true, except: [] },
      {
        ...{ former: former.table, restored: table, organizationIds, formerOrganizationIds: organizationIds },
        eachAccessRow: (onPage) => onPage([...restored.items.values()].filter(givesAccess)),
        ...{ domains, claims, timings: settings.timings, clock, newId, pause },
      },
    );
    return found.revived.length + found.event_numbers + found.deliveries + found.changed;
  }
}

function givesAccess({ pk, sk }: { pk?: unknown; sk?: unknown }): boolean {
  return ACCESS_ROWS.some((row) => String(pk).startsWith(row.pk) && String(sk).startsWith(row.sk));
}
