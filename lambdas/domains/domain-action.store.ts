import { after, expirySeconds } from '../shared/instant.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Table } from '../shared/table/table.store.ts';

const isNotTooSoon = '(attribute_not_exists(checkableAt) OR checkableAt <= :now)';

/** What is counted beside a domain's row, because it need not change the row. */
export function domainActionStore(table: Table) {
  return {
    /** Takes the one look at DNS that is possible in so many seconds. Of several at once, one gets it. */
    async takeCheck(
      domainId: number,
      now: Date,
      perSeconds: number,
    ): Promise<{ kind: 'taken' } | { kind: 'refused'; againAt: Date }> {
      try {
        await table.update(keys.actions(domainId), {
          expression: 'SET checkableAt = :next, expiresAtSeconds = :expiry',
          condition: isNotTooSoon,
          values: { ':now': now.toISOString(), ':next': after(now, perSeconds), ':expiry': expirySeconds(now, perSeconds) },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        return { kind: 'refused', againAt: new Date(String(error.found[0]?.checkableAt)) };
      }
    },
  };
}
export type DomainActionStore = ReturnType<typeof domainActionStore>;
