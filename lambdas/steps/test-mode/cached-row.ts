import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { LostRace } from '../../shared/table/lost-race.ts';

type Rows = Pick<DomainStore, 'get' | 'replace' | 'endTimeline' | 'remove'>;

/**
 * One domain's row, read once and then held in memory, because its simulation writes it: days of checks without news cost no
 * request. After a lost race it is read again. A check without news is not written, because no sweep watches these domains.
 */
export function cachedRow(domainId: number, { get, replace, endTimeline, remove }: Rows) {
  let held: Domain | undefined;
  const orForget = async (write: Promise<void>): Promise<void> => {
    try {
      await write;
    } catch (error) {
      if (error instanceof LostRace) held = undefined;
      throw error;
    }
  };
  return {
    held: () => held,
    async get() {
      held ??= await get(domainId);
      return held;
    },
    async replace(before, after, change) {
      await orForget(replace(before, after, change));
      held = { ...after, version: before.version + 1 };
    },
    async extend() {},
    endTimeline,
    async remove(domain, alongside) {
      await orForget(remove(domain, alongside));
      held = undefined;
    },
  } satisfies Pick<DomainStore, 'get' | 'replace' | 'extend' | 'endTimeline' | 'remove'> & { held: () => Domain | undefined };
}
export type CachedRow = ReturnType<typeof cachedRow>;
