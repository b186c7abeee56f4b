import { peopleKeys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.store.ts';
import { type Counted, count } from '../requests/rate-limit.store.ts';
import { Member } from './people.schema.ts';
import { USER_MINUTE } from './user-minute.ts';

const isStillAMember = 'attribute_exists(pk)';

/** Counts a person's requests in an organization, over all their browsers. */
export function memberRateStore(table: Table) {
  return {
    /** One request, two at the turn of a minute. Without an item, the member was removed. */
    async count({ organizationId, userId }: Member, now: Date): Promise<Counted<Member>> {
      const key = peopleKeys.member(organizationId, userId);
      const limiter = { condition: isStillAMember, isOpen: (found: unknown) => found !== undefined };
      const { kind, item } = await count(table, key, USER_MINUTE, limiter, now);
      return { kind, item: item && Member.parse(item) } as Counted<Member>;
    },
  };
}
