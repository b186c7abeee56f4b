import * as z from 'zod/mini';
import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/**
 * The places that an organization's domains take in its quotas. A creation takes its place before its work. What deletions and
 * validations have freed, the relay counts, and it is taken off here when there is no room otherwise.
 */
export const DomainPlaces = storedObject({
  domains: z.int(),
  unvalidatedDomains: z.int(),
  /** What of that which the relay has counted as freed is taken off. */
  freed: DomainUse,
  /** How many places were taken, and how often some were given back. */
  changes: z.int(),
  /** The places of each bulk request under way: one that is repeated after a crash goes on with them. */
  bulks: z.record(z.string(), z.int()),
  /**
   * The last requests that have given some back, beginning with the latest. They are names and no list, as one update cannot add
   * to a list and cut it: its two paths would overlap.
   */
  givenBackBy1: z.string(),
  givenBackBy2: z.string(),
  givenBackBy3: z.string(),
  givenBackBy4: z.string(),
  givenBackBy5: z.string(),
  givenBackBy6: z.string(),
  givenBackBy7: z.string(),
  givenBackBy8: z.string(),
});
export type DomainPlaces = z.infer<typeof DomainPlaces>;

export const NO_PLACES: DomainPlaces = {
  domains: 0,
  unvalidatedDomains: 0,
  freed: { domains: 0, unvalidatedDomains: 0 },
  changes: 0,
  bulks: {},
  givenBackBy1: '',
  givenBackBy2: '',
  givenBackBy3: '',
  givenBackBy4: '',
  givenBackBy5: '',
  givenBackBy6: '',
  givenBackBy7: '',
  givenBackBy8: '',
};

/** None where the organization has just been deleted. */
export function placesIn(limits: Record<string, unknown> | undefined): DomainPlaces {
  return DomainPlaces.parse(limits?.places ?? NO_PLACES);
}

/** The places when all that was freed is taken off. */
export function withFreed(places: DomainPlaces, freed: DomainUse): DomainPlaces {
  return {
    ...places,
    domains: places.domains - (freed.domains - places.freed.domains),
    unvalidatedDomains: places.unvalidatedDomains - (freed.unvalidatedDomains - places.freed.unvalidatedDomains),
    freed,
  };
}

/** What is taken of a quota with the count of a request, by the same update: both, or neither. */
export interface Reservation {
  condition: string;
  set: string;
  values: Record<string, number>;
}

const { domains, unvalidatedDomains } = STANDARD_LIMITS;
/** An administrator's limit lies on the same item, under the same name. */
const hasRoom = (name: 'domains' | 'unvalidatedDomains') =>
  `(places.${name} < ${name} OR (attribute_not_exists(${name}) AND places.${name} < :${name}))`;
const addOne = (name: 'domains' | 'unvalidatedDomains' | 'changes') => `places.${name} = places.${name} + :one`;

/** Takes the place of one domain in both quotas of domains (domain-places.store.ts takes more, or where this is refused). */
export const ONE_PLACE: Reservation = {
  condition: `${hasRoom('domains')} AND ${hasRoom('unvalidatedDomains')}`,
  set: [addOne('domains'), addOne('unvalidatedDomains'), addOne('changes')].join(', '),
  values: { ':domains': domains, ':unvalidatedDomains': unvalidatedDomains },
};
