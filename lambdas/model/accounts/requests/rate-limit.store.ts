import type { RateLimits } from '../../../../contract/api/limits.ts';
import type { HttpRequest } from '../../../shared/http/route.ts';
import { type Key, keys } from '../../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../../shared/table/lost-race.ts';
import type { Item, Table, Update } from '../../../shared/table/table.store.ts';
import { ApiKey, OrganizationLimits } from '../account.schema.ts';
import { acceptsSecret, hashSecret } from '../api-key.ts';
import type { Reservation } from '../domain-places.schema.ts';
import { NEW_RECEIVERS_HOUR, type RateUsage, type RateWindow, requestWindows, usageOf } from './rate-limit.ts';

/** `refused`: the item as it was found, if any; the caller reads the reason from it. */
export type Counted<T> = { kind: 'counted'; item: T } | { kind: 'refused'; item: T | undefined };

/** A further condition for counting a request, and what is stored with its count. */
export interface RateLimiter {
  condition?: string;
  set?: string;
  values?: Item;
  /** True when a retry makes sense for the item found. */
  isOpen: (found: Item | undefined) => boolean;
}

const secretIsRight = '(secretSha256 = :secretSha256 OR (previousSecretSha256 = :secretSha256 AND previousSecretEndsAt > :now))';
const isNotRevoked = 'attribute_not_exists(revokedAt)';
const hasNotExpired = '(attribute_not_exists(expiresAt) OR expiresAt > :now)';

/** One more to start a window, and two in case others start it at the same moment. */
const MAX_TRIES = 4;

/**
 * Counts requests, each with one conditional update: none beyond a limit passes, however many arrive at once.
 * An administrator's limit is on the counted item, so it costs no read. It applies to every count that DynamoDB accepts after the
 * change; an earlier request keeps its result. The count continues: in the current window, a raised limit has room at once, and
 * one below the count has none. The default, for items without a limit, is that of the deployed stage. While a deployment
 * replaces functions, each applies its own default to the one count.
 */
export function rateStore(table: Table, standard: RateLimits) {
  const { ofKey, ofOrganization } = requestWindows(standard);
  return {
    /** Of the stage, for organizations without limits of their own. */
    standard,
    usageOfKey: (key: ApiKey, now: Date): RateUsage => usageOf(ofKey, key, now),
    usageOfOrganization: (limits: OrganizationLimits | undefined, now: Date): RateUsage =>
      usageOf(ofOrganization, limits ?? {}, now),

    /**
     * Counts a request of a key in its minute, if the secret matches and the key is in force. One request, two at the turn of a
     * minute.
     */
    async countOfKey(
      keyId: string,
      secret: string,
      { sourceIp, now }: Pick<HttpRequest, 'sourceIp' | 'now'>,
    ): Promise<Counted<ApiKey>> {
      const limiter: RateLimiter = {
        condition: `${secretIsRight} AND ${isNotRevoked} AND ${hasNotExpired}`,
        set: 'lastUsedAt = :now, lastUsedFrom = :address',
        values: { ':secretSha256': hashSecret(secret), ':now': now.toISOString(), ':address': sourceIp },
        isOpen: (found) => found !== undefined && acceptsSecret(ApiKey.parse(found), secret, now),
      };
      const { kind, item } = await count(table, keys.apiKey(keyId), ofKey, limiter, now);
      return { kind, item: item && ApiKey.parse(item) } as Counted<ApiKey>;
    },

    /**
     * Counts a request of an organization in its hour, and returns its limits. One request, two at the turn of an hour. With a
     * reservation it takes that too or, with one request more, only counts.
     */
    async countOfOrganization(
      organizationId: string,
      now: Date,
      reservation?: Reservation,
    ): Promise<Counted<OrganizationLimits> & { isReserved: boolean }> {
      const key = keys.limits(organizationId);
      const isOpen = (found?: Item) => !reservation || found?.[ofOrganization.windowAttribute] !== ofOrganization.windowOf(now);
      let counted = await count(table, key, ofOrganization, { ...reservation, isOpen }, now);
      const isReserved = reservation !== undefined && counted.kind === 'counted';
      if (reservation && !isReserved && !isUsedUp(ofOrganization, counted.item, now))
        counted = await count(table, key, ofOrganization, { isOpen: () => true }, now);
      const { kind, item } = counted;
      return { kind, item: item && OrganizationLimits.parse(item), isReserved } as Awaited<
        ReturnType<typeof this.countOfOrganization>
      >;
    },

    /** Counts a new receiver of an organization in its hour. One request, two at the turn of an hour. */
    async countOfNewReceiver(organizationId: string, now: Date): Promise<Counted<OrganizationLimits>> {
      const { kind, item } = await count(table, keys.limits(organizationId), NEW_RECEIVERS_HOUR, { isOpen: () => true }, now);
      return { kind, item: item && OrganizationLimits.parse(item) } as Counted<OrganizationLimits>;
    },

    /** Reverts a count, in the hour in which it was counted. One request. */
    async giveBackNewReceiver(organizationId: string, { countedReceiversHour }: OrganizationLimits): Promise<void> {
      const update = {
        expression: 'ADD newReceiversInHour :back',
        condition: 'countedReceiversHour = :hour AND newReceiversInHour > :none',
        values: { ':back': -1, ':none': 0, ':hour': countedReceiversHour },
      };
      await wonRace(table.update(keys.limits(organizationId), update));
    },

    async limitsOf(organizationId: string): Promise<OrganizationLimits> {
      return OrganizationLimits.parse((await table.get(keys.limits(organizationId))) ?? {});
    },
  };
}
export type RateStore = ReturnType<typeof rateStore>;

/** One try, or two at the turn of a window. */
export async function count(table: Table, key: Key, window: RateWindow, limiter: RateLimiter, now: Date): Promise<Counted<Item>> {
  let found: Item | undefined;
  for (let tried = 1; ; tried += 1) {
    const at = laterOf(window.windowOf(now), found?.[window.windowAttribute]);
    const isBegun = tried === 1 || found?.[window.windowAttribute] === at;
    try {
      return {
        kind: 'counted',
        item: await table.update(key, isBegun ? countIn(window, at, limiter) : begin(window, at, limiter, found)),
      };
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      found = error.found[0];
    }
    if (tried === MAX_TRIES || !limiter.isOpen(found) || isUsedUp(window, found, now)) return { kind: 'refused', item: found };
  }
}

function countIn(window: RateWindow, at: string, limiter: RateLimiter): Update {
  const { windowAttribute, countAttribute, limitAttribute, standard } = window;
  const isThisWindow = `${windowAttribute} = :window`;
  const hasRoom = `(${countAttribute} < ${limitAttribute} OR (attribute_not_exists(${limitAttribute}) AND ${countAttribute} < :standard))`;
  return {
    expression: settingLimit(`${countAttribute} = ${countAttribute} + :one`, limiter.set),
    condition: [isThisWindow, hasRoom, limiter.condition].filter(Boolean).join(' AND '),
    values: { ...limiter.values, ':one': 1, ':window': at, ':standard': standard },
  };
}

function begin(window: RateWindow, at: string, limiter: RateLimiter, found: Item | undefined): Update {
  const { windowAttribute, countAttribute } = window;
  const isOver = `(attribute_not_exists(${windowAttribute}) OR ${windowAttribute} < :window)`;
  const { set, values } = addToTotals(window, found);
  return {
    expression: settingLimit(`${windowAttribute} = :window, ${countAttribute} = :one`, set, limiter.set),
    condition: [isOver, limiter.condition].filter(Boolean).join(' AND '),
    values: { ...limiter.values, ...values, ':one': 1, ':window': at },
  };
}

/** The write that begins a window adds the count of the previous one to the totals. */
function addToTotals({ totals, countAttribute, limitAttribute, standard }: RateWindow, found: Item | undefined) {
  const ended = found?.[countAttribute];
  if (!totals || typeof ended !== 'number') return {};
  const isFull = ended >= Number(found?.[limitAttribute] ?? standard);
  const add = (name: string, value: string) => `${name} = if_not_exists(${name}, :none) + ${value}`;
  return {
    set: [add(totals.requests, countAttribute), ...(isFull ? [add(totals.fullWindows, ':one')] : [])].join(', '),
    values: { ':none': 0 },
  };
}

function settingLimit(...parts: (string | undefined)[]): string {
  return `SET ${parts.filter(Boolean).join(', ')}`;
}

/** Another Lambda's clock may be ahead: a window that has begun counts, and the counter never goes back. */
function laterOf(window: string, counted: unknown): string {
  return typeof counted === 'string' && counted > window ? counted : window;
}

function isUsedUp(window: RateWindow, found: Item | undefined, now: Date): boolean {
  if (!found) return false;
  const { used, limit } = usageOf(window, found, now);
  return used >= limit;
}
