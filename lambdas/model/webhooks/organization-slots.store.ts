import { keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';

const isFree = '(attribute_not_exists(#slot) OR #slot < :now)';
const isStillOurs = '#slot = :ours';
/** Long after any slot is free again. */
const KEPT_SECONDS = 86_400;

export type OrganizationSlotAnswer = { kind: 'taken' } | { kind: 'refused'; isFree: (slot: string) => boolean };

/** Slots of organizations in the lanes of the sender, on one item each. `holding`: `<instant at which it is free again> <whose>`. */
export function organizationSlotsStore(table: Table) {
  return {
    async take(organizationId: string, slot: string, holding: string, now: Date): Promise<OrganizationSlotAnswer> {
      try {
        await table.update(keys.organizationSlots(organizationId), {
          expression: 'SET #slot = :ours, expiresAtSeconds = :expiry',
          condition: isFree,
          names: { '#slot': slot },
          values: { ':ours': holding, ':now': now.toISOString(), ':expiry': expirySeconds(now, KEPT_SECONDS) },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        const found: Item = error.found[0] ?? {};
        return { kind: 'refused', isFree: (name) => String(found[name] ?? '') < now.toISOString() };
      }
    },

    async release(organizationId: string, slot: string, holding: string): Promise<void> {
      const update = {
        expression: 'REMOVE #slot',
        condition: isStillOurs,
        names: { '#slot': slot },
        values: { ':ours': holding },
      };
      await wonRace(table.update(keys.organizationSlots(organizationId), update));
    },
  };
}
export type OrganizationSlotsStore = ReturnType<typeof organizationSlotsStore>;
