import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Item, Table, Write } from '../../shared/table/table.store.ts';
import { parsePlaces, withFreed } from '../accounts/domain-places.schema.ts';
import { EMPTY_LOG, EventCounter, freedPlacesOf } from './event-log.schema.ts';

const nothingChangedIt = 'attribute_not_exists(useChanges)';
const noFurtherEventChangedIt = 'useChanges = :seen';

/** An organization's usage according to its events: some seconds late, like the relay (docs/decisions/0010). */
export function useCounterStore(table: Table) {
  return {
    /** For comparison with a count. `useChanges`: how many events have changed it. One GetItem. */
    async read(organizationId: string): Promise<EventCounter> {
      return EventCounter.parse({ ...EMPTY_LOG, ...(await table.get(keys.eventCounter(organizationId))) });
    },

    /** Adds the difference found by a count, for a transaction: it is refused if an event has changed the counter since. */
    correctionWrite(organizationId: string, { domains, unvalidatedDomains }: DomainUse, seenChanges: number): Write {
      const add = (name: keyof DomainUse) => `${name} = if_not_exists(${name}, :zero) + :${name}`;
      return table.updateWrite(keys.eventCounter(organizationId), {
        expression: `SET ${add('domains')}, ${add('unvalidatedDomains')}`,
        condition: seenChanges === 0 ? `(${nothingChangedIt} OR ${noFurtherEventChangedIt})` : noFurtherEventChangedIt,
        values: { ':domains': domains, ':unvalidatedDomains': unvalidatedDomains, ':zero': 0, ':seen': seenChanges },
      });
    },
  };
}
export type UseCounterStore = ReturnType<typeof useCounterStore>;

/** The organization's quota usage, from the items of its limits and of its counter. */
export function quotaUseOf(limits: Item | undefined, counter: Item | undefined): DomainUse {
  const counted = EventCounter.parse({ ...EMPTY_LOG, ...counter });
  const { domains, unvalidatedDomains } = withFreed(parsePlaces(limits), freedPlacesOf(counted));
  // A removal may be counted before its creation: never below zero.
  return { domains: Math.max(0, domains), unvalidatedDomains: Math.max(0, unvalidatedDomains) };
}
