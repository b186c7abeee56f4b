import * as z from 'zod/mini';
import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/**
 * How many domains an organization counts in its quotas. A creation takes its place before its work. The relay counts the places
 * that deletions and validations free; they are subtracted here only when there is no room otherwise.
 */
export const DomainPlaces = storedObject({
  domains: z.int(),
  unvalidatedDomains: z.int(),
  /** The part of the relay's freed count that is already subtracted here. */
  freed: DomainUse,
  /** How many times places were taken or given back. */
  changes: z.int(),
  /** The places of each bulk request in progress: a repeat after a crash continues with them. */
  bulks: z.record(z.string(), z.int()),
  /**
   * The last requests that gave places back, the latest first. These are separate fields and no list, because one update cannot
   * append to a list and cut it: its two paths would overlap.
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

/** Empty if the organization has just been deleted. */
export function parsePlaces(limits: Record<string, unknown> | undefined): DomainPlaces {
  return DomainPlaces.parse(limits?.places ?? NO_PLACES);
}

/** The places after all freed ones are subtracted. */
export function withFreed(places: DomainPlaces, freed: DomainUse): DomainPlaces {
  return {
    ...places,
    domains: places.domains - (freed.domains - places.freed.domains),
    unvalidatedDomains: places.unvalidatedDomains - (freed.unvalidatedDomains - places.freed.unvalidatedDomains),
    freed,
  };
}

/** What a request takes of a quota, in the same update that counts it: both or neither. */
export interface Reservation {
  condition: string;
  set: string;
  values: Record<string, number>;
}

const { domains, unvalidatedDomains } = STANDARD_LIMITS;
/** An administrator's limit is on the same item, under the same name. */
const hasRoom = (name: 'domains' | 'unvalidatedDomains') =>
  `(places.${name} < ${name} OR (attribute_not_exists(${name}) AND places.${name} < :${name}))`;
const addOne = (name: 'domains' | 'unvalidatedDomains' | 'changes') => `places.${name} = places.${name} + :one`;

/** Takes the place of one domain in both domain quotas. domain-places.store.ts takes several, or retries when this is refused. */
export const ONE_PLACE: Reservation = {
  condition: `${hasRoom('domains')} AND ${hasRoom('unvalidatedDomains')}`,
  set: [addOne('domains'), addOne('unvalidatedDomains'), addOne('changes')].join(', '),
  values: { ':domains': domains, ':unvalidatedDomains': unvalidatedDomains },
};
