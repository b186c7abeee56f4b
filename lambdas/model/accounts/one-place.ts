import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';

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
