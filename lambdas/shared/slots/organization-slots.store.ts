import type { Key } from '../table/keys.ts';
import { LostRace, wonRace } from '../table/lost-race.ts';
import type { Item, Table } from '../table/table.store.ts';
import { expirySeconds } from '../time/instant.ts';

/** Also true for a slot that this process already has: the SDK repeats a request whose response was lost. */
export const isFree = (slot: string) => `(attribute_not_exists(#${slot}) OR #${slot} < :now OR #${slot} = :${slot})`;
export const isStillHeld = (slot: string) => `#${slot} = :lease`;

/** Long after any slot has expired. */
const KEPT_SECONDS = 86_400;

export type OrganizationSlotAnswer = { kind: 'taken' } | { kind: 'refused'; isFree: (slot: string) => boolean };

/** Slots of organizations, on one item each, by `keyOf`. A value is `<instant at which it is free again> <holder>`. */
export function organizationSlotsStore(table: Table, keyOf: (organizationId: string) => Key) {
  return {
    async take(organizationId: string, slot: string, holding: string, now: Date): Promise<OrganizationSlotAnswer> {
      try {
        await table.update(keyOf(organizationId), {
          expression: 'SET #slot = :slot, expiresAtSeconds = :expiry',
          condition: isFree('slot'),
          names: { '#slot': slot },
          values: { ':slot': holding, ':now': now.toISOString(), ':expiry': expirySeconds(now, KEPT_SECONDS) },
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
        condition: isStillHeld('slot'),
        names: { '#slot': slot },
        values: { ':lease': holding },
      };
      await wonRace(table.update(keyOf(organizationId), update));
    },
  };
}
export type OrganizationSlotsStore = ReturnType<typeof organizationSlotsStore>;
