import type { Limits } from '../../../contract/api/limits.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table, Update, Write } from '../../shared/table/table.store.ts';
import { type DomainPlaces, NO_PLACES, parsePlaces, withFreed } from '../accounts/domain-places.schema.ts';
import { EMPTY_LOG, EventCounter, freedPlacesOf } from './event-log.schema.ts';

/** A reservation. `bulk` names a bulk request, which may be repeated after a crash. */
export interface PlaceRequest {
  wanted: number;
  limits: Pick<Limits, 'domains' | 'unvalidatedDomains'>;
  bulk?: string;
}
/** `used`: current usage, if fewer were taken than wanted. `isFromEarlier`: the same bulk request had already taken them. */
export interface TakenPlaces {
  taken: number;
  used: DomainUse;
  isFromEarlier?: true;
}

/**
 * For the first places of an organization, for freed places, and for a limit that others reach at the same moment: some two tries
 * each.
 */
const TRIES = 8;

const isNotTaken = 'attribute_not_exists(places.bulks.#bulk)';
const nobodyTookItOff = 'places.freed.domains = :seenDomains AND places.freed.unvalidatedDomains = :seenUnvalidated';
const GIVEN_BACK_ATTRIBUTES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `givenBackBy${number}`);
/** The SDK repeats an update whose response was lost, and others may have given back in between. */
const isNotRepeated = GIVEN_BACK_ATTRIBUTES.map((giver) => `places.${giver} <> :by`).join(' AND ');
/** Each name gets the value of the one before it: DynamoDB reads the item as it was before the update. */
const remembered = [
  'places.givenBackBy1 = :by',
  ...GIVEN_BACK_ATTRIBUTES.slice(1).map((giver, at) => `places.${giver} = places.${GIVEN_BACK_ATTRIBUTES[at]}`),
].join(', ');
const nobodyTookOrGaveBack = 'places.changes = :seen';
const add = (...names: (keyof DomainPlaces)[]) => names.map((name) => `places.${name} = places.${name} + :${name}`).join(', ');

/**
 * How many places an organization's domains take in its quotas. Single conditional updates of an item that is in no creation's
 * transaction, so that a hundred concurrent creations do not cancel each other.
 */
export function domainPlacesStore(table: Table) {
  const at = (organizationId: string) => keys.limits(organizationId);

  /** Throws LostRace, with the item found, if there is no room for `count`. */
  async function tryToTake(organizationId: string, count: number, { limits, bulk }: PlaceRequest): Promise<void> {
    const update: Update = {
      expression: `SET ${add('domains', 'unvalidatedDomains', 'changes')}${bulk === undefined ? '' : ', places.bulks.#bulk = :domains'}`,
      condition: `places.domains <= :most AND places.unvalidatedDomains <= :mostUnvalidated${bulk === undefined ? '' : ` AND ${isNotTaken}`}`,
      ...(bulk !== undefined && { names: { '#bulk': bulk } }),
      values: {
        ':domains': count,
        ':unvalidatedDomains': count,
        ':changes': count,
        ':most': limits.domains - count,
        ':mostUnvalidated': limits.unvalidatedDomains - count,
      },
    };
    await table.update(at(organizationId), update);
  }

  async function counterOf(organizationId: string): Promise<EventCounter> {
    return EventCounter.parse({ ...EMPTY_LOG, ...(await table.get(keys.eventCounter(organizationId))) });
  }

  /** Subtracts the freed places; a faster request has done the same. */
  async function takeOff(organizationId: string, places: DomainPlaces, freed: DomainUse): Promise<DomainPlaces> {
    const less = withFreed(places, freed);
    if (less.domains === places.domains && less.unvalidatedDomains === places.unvalidatedDomains) return places;
    const update: Update = {
      expression: `SET ${add('domains', 'unvalidatedDomains')}, places.freed = :freed`,
      condition: nobodyTookItOff,
      values: {
        ':domains': less.domains - places.domains,
        ':unvalidatedDomains': less.unvalidatedDomains - places.unvalidatedDomains,
        ':freed': freed,
        ':seenDomains': places.freed.domains,
        ':seenUnvalidated': places.freed.unvalidatedDomains,
      },
    };
    return foundAfter(table.update(at(organizationId), update));
  }

  /**
   * The places of the same bulk request before a crash. The update prevents a concurrent reconciliation from counting them as
   * abandoned.
   */
  async function resume(organizationId: string, { bulks }: DomainPlaces, bulk = ''): Promise<number | 'gone' | undefined> {
    const earlier = bulks[bulk];
    if (earlier === undefined) return undefined;
    const update: Update = {
      expression: 'SET places.changes = places.changes + :earlier',
      condition: 'places.bulks.#bulk = :earlier',
      names: { '#bulk': bulk },
      values: { ':earlier': earlier },
    };
    return (await wonRace(table.update(at(organizationId), update))) ? earlier : 'gone';
  }

  return {
    /** Takes as many of the wanted places as there is room for. One request; some more near a limit. */
    async take(organizationId: string, request: PlaceRequest): Promise<TakenPlaces> {
      let count = request.wanted;
      let freed: DomainUse | undefined;
      let used: DomainUse = NO_PLACES;
      for (let tried = 1; count > 0 && tried <= TRIES; tried += 1) {
        const found = await foundIfRefused(tryToTake(organizationId, count, request));
        if (found === 'taken') return { taken: count, used };
        const places = parsePlaces(found);
        const earlier = await resume(organizationId, places, request.bulk);
        if (earlier === 'gone') continue;
        if (earlier !== undefined) return { taken: earlier, used: places, isFromEarlier: true };
        freed ??= freedPlacesOf(await counterOf(organizationId));
        used = await takeOff(organizationId, places, freed);
        count = Math.min(request.wanted, remainingPlaces(used, request.limits));
      }
      if (count > 0) throw new LostRace([], undefined);
      return { taken: 0, used };
    },

    /** Gives back what a request has not used, and ends a bulk request. */
    async giveBack(organizationId: string, count: number, requestId: string, bulk?: string): Promise<void> {
      const update: Update = {
        expression: `SET ${add('domains', 'unvalidatedDomains', 'changes')}, ${remembered}${bulk === undefined ? '' : ' REMOVE places.bulks.#bulk'}`,
        condition: `attribute_exists(places) AND ${isNotRepeated}`,
        ...(bulk !== undefined && { names: { '#bulk': bulk } }),
        values: { ':domains': -count, ':unvalidatedDomains': -count, ':changes': 1, ':by': requestId },
      };
      await wonRace(table.update(at(organizationId), update));
    },

    async read(organizationId: string): Promise<DomainPlaces> {
      return parsePlaces(await table.get(at(organizationId)));
    },

    /**
     * Adds the difference found by a reconciliation, during which no request is in progress. Refused if places were taken or
     * given back since.
     */
    correctionWrite(organizationId: string, { domains, unvalidatedDomains }: DomainUse, seenChanges: number): Write {
      return table.updateWrite(at(organizationId), {
        expression: `SET ${add('domains', 'unvalidatedDomains')}, places.bulks = :none`,
        condition: nobodyTookOrGaveBack,
        values: { ':domains': domains, ':unvalidatedDomains': unvalidatedDomains, ':none': {}, ':seen': seenChanges },
      });
    },
  };
}
export type DomainPlacesStore = ReturnType<typeof domainPlacesStore>;

function remainingPlaces(used: DomainUse, limits: PlaceRequest['limits']): number {
  return Math.max(0, Math.min(limits.domains - used.domains, limits.unvalidatedDomains - used.unvalidatedDomains));
}

async function foundIfRefused(update: Promise<void>): Promise<Item | undefined | 'taken'> {
  try {
    await update;
    return 'taken';
  } catch (error) {
    if (error instanceof LostRace) return error.found[0];
    throw error;
  }
}

async function foundAfter(update: Promise<Item>): Promise<DomainPlaces> {
  try {
    return parsePlaces(await update);
  } catch (error) {
    if (error instanceof LostRace) return parsePlaces(error.found[0]);
    throw error;
  }
}
