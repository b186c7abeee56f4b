import type { HeldBy, SlotGranted, SlotNotBefore, SlotOffer, SlotQueued } from '../lifecycle/issuance-observation.ts';
import type { Limit, LimitedResource, Spend, TakeOne, TakePlace } from '../lifecycle/spend.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { needsNewProof } from '../model/domains/validation.ts';
import { expirySeconds } from '../shared/time/instant.ts';
import type { CaBudgetStore } from './ca-order-limits.store.ts';
import type { CaQueueStore } from './ca-queue.store.ts';
import { classOf, ownSlots, placeKey, ROUND, startTag } from './fair-queue.ts';
import { type AccountState, type ArrivalMs, accountState, availableAtMs, intervalMs } from './gcra.ts';
import {
  type Acme,
  accountLimit,
  caAccount,
  exemptsReplacements,
  hostnameLimits,
  organizationLimit,
  queueClassOf,
} from './order-limits.ts';

export interface LimitUse {
  limit: Limit;
  arrivalMs: ArrivalMs;
}

export type Admission =
  /** There is room and no queue: take one of each. */
  | { kind: 'now' }
  /** The queue would not help: the CA issues no more for this hostname or its registered domain. */
  | { kind: 'not-before'; atMs: number }
  | { kind: 'queue' };

/**
 * Decides whether a name without a slot may be ordered. Its own hostname's limits come first: with those used up, a slot would be
 * useless.
 */
export function admission(
  { hostname, shared, isWaitedFor }: { hostname: readonly LimitUse[]; shared: readonly LimitUse[]; isWaitedFor: boolean },
  nowMs: number,
): Admission {
  const atMs = lastRoomMs(hostname);
  if (atMs > nowMs) return { kind: 'not-before', atMs };
  return isWaitedFor || lastRoomMs(shared) > nowMs ? { kind: 'queue' } : { kind: 'now' };
}

function lastRoomMs(uses: readonly LimitUse[]): number {
  return Math.max(0, ...uses.map(({ limit, arrivalMs }) => availableAtMs(limit, arrivalMs)));
}

export interface SlotPorts {
  budget: Pick<CaBudgetStore, 'read' | 'readEach'>;
  queue: Pick<CaQueueStore, 'isWaitedFor' | 'nextTag' | 'ahead'>;
  acme: Acme;
}

type Requesting = DomainIn<'preparing' | 'ordering'>;
export type Issuing = DomainIn<'validating' | 'finalizing' | 'downloading'>;

/**
 * How long a granted slot is valid: its execution starts within seconds. Slots that were saved up and used all at once would
 * exceed the CA's limit.
 */
const GRANT_LASTS_MS = 600_000;

/** How long an organization's tags are stored after it was last in the queue. */
const TAGS_KEPT_SECONDS = 30 * 24 * 3_600;

/**
 * Slots for orders at a stage's CA account, as steps read them. An offer takes nothing: its cost (`spends`) is written with the
 * row that accepts it.
 */
export interface Slots {
  /** True when the CA exempts an order that names the certificate it replaces: then it needs no slot. */
  exemptsReplacements: boolean;
  /**
   * A slot now, a place in the queue, or the instant before which neither helps. A slot granted by the queue is used, or retained
   * while the zone lags behind. A name that is held otherwise waits in the queue.
   */
  offer(domain: DomainIn<'preparing'>, now: Date, heldBy?: HeldBy): Promise<SlotOffer>;
  /** The current position of a name that already waits. */
  stillQueued(domain: DomainIn<'preparing'>, place: string, now: Date, heldBy?: HeldBy): Promise<SlotQueued>;
  /** For a repeated order: without room it gets no place yet. */
  offerAnother(domain: DomainIn<'ordering'>, now: Date): Promise<SlotGranted | undefined>;
  countIssued(domain: Issuing, now: Date): Promise<Spend[]>;
}

export function slotsAt(ports: SlotPorts): Slots {
  return {
    exemptsReplacements: exemptsReplacements(ports.acme),
    offer: (domain, now, heldBy) => offer(ports, domain, now, heldBy),
    stillQueued: async (domain, place, now, heldBy) => withHeld(await stillQueued(ports, domain, place, now), heldBy),
    offerAnother: async (domain, now) => {
      const offered = await offerNow(ports, domain, now, false);
      return offered.kind === 'slot-granted' ? offered : undefined;
    },
    countIssued: (domain, now) => countIssued(ports, domain, now),
  };
}

/** True when a slot that the queue granted, or that was taken before, is still valid. */
export function isGrantValid(grantedAt: string | undefined, now: Date): boolean {
  return grantedAt !== undefined && now.getTime() - Date.parse(grantedAt) < GRANT_LASTS_MS;
}

/** Covers only the next turn, which follows at once. */
const GRANT_AFTER_TROUBLE_MS = 60_000;

/**
 * True when the slot of an order is still valid. `wasHalted`: no CA took the order at the last try. After trouble with a CA only
 * a slot of the previous turn counts, because all who wait for the CA return together.
 */
export function isSlotValid({ issuance }: DomainIn<'ordering'>, wasHalted: boolean, now: Date): boolean {
  const { slotGrantedAt, lastObstacleWasCa = false } = issuance;
  if (!isGrantValid(slotGrantedAt, now)) return false;
  if (!lastObstacleWasCa && !wasHalted) return true;
  return now.getTime() - Date.parse(slotGrantedAt ?? '') < GRANT_AFTER_TROUBLE_MS;
}

async function offer(ports: SlotPorts, domain: DomainIn<'preparing'>, now: Date, heldBy: HeldBy | undefined): Promise<SlotOffer> {
  const { slotGrantedAt } = domain.issuance;
  const hasGrant = slotGrantedAt !== undefined && isGrantValid(slotGrantedAt, now);
  if (hasGrant && heldBy === undefined) return useGrant(ports, domain, slotGrantedAt, now);
  if (hasGrant && heldBy === 'zone') return { kind: 'slot-kept' };
  const offered = await offerNow(ports, domain, now, heldBy !== undefined);
  return offered.kind === 'full' ? withHeld(await join(ports, domain, offered.account, now), heldBy) : offered;
}

function withHeld(queued: SlotQueued, heldBy: HeldBy | undefined): SlotQueued {
  return heldBy ? { ...queued, heldBy } : queued;
}

async function stillQueued(ports: SlotPorts, domain: DomainIn<'preparing'>, place: string, now: Date): Promise<SlotQueued> {
  const [budget] = await ports.budget.read([accountLimit(ports.acme)]);
  const account = accountState(budget ?? {});
  const ahead = Math.max(0, (await ports.queue.ahead(place)) - 1);
  return toQueued(ports, domain, { place, ahead, account }, now);
}

type Offered = SlotGranted | SlotNotBefore | { kind: 'full'; account: AccountState };

async function offerNow({ budget, queue, acme }: SlotPorts, domain: Requesting, now: Date, isHeld: boolean): Promise<Offered> {
  const nowMs = now.getTime();
  const ofOrganization = queueClassOf(domain) === 'renewal' ? [] : [organizationLimit(acme, domain.organizationId)];
  const shared = [accountLimit(acme), ...ofOrganization];
  const wanted = [...shared, ...hostnameLimits(domain, acme)];
  const [stored, isWaitedFor] = await Promise.all([budget.read(wanted), queue.isWaitedFor()]);
  const uses = wanted.map((limited, index) => ({ limited, limit: limited.limit, arrivalMs: stored[index]?.arrivalMs }));
  const ofShared = uses.slice(0, shared.length);
  const admitted = admission(
    { shared: ofShared, hostname: uses.slice(shared.length), isWaitedFor: isWaitedFor || isHeld },
    nowMs,
  );
  if (admitted.kind === 'not-before') return notBefore(admitted.atMs);
  if (admitted.kind === 'queue') return { kind: 'full', account: accountState(stored[0] ?? {}) };
  const take = ({ limited, arrivalMs }: (typeof uses)[number]) => takeOne(acme, limited, arrivalMs, nowMs, true);
  return { kind: 'slot-granted', grantedAt: now.toISOString(), spends: ofShared.map(take) };
}

/** The grant has already charged the account and the organization's day. The hostname's limits remain. */
async function useGrant(
  { budget, acme }: SlotPorts,
  domain: DomainIn<'preparing'>,
  grantedAt: string,
  now: Date,
): Promise<SlotGranted | SlotNotBefore> {
  const ofHostname = hostnameLimits(domain, acme);
  const stored = ofHostname.length === 0 ? [] : await budget.read(ofHostname);
  const fromMs = Math.max(0, ...ofHostname.map(({ limit }, index) => availableAtMs(limit, stored[index]?.arrivalMs)));
  return fromMs > now.getTime() ? notBefore(fromMs) : { kind: 'slot-granted', grantedAt, spends: [] };
}

async function countIssued({ budget, acme }: SlotPorts, domain: Issuing, now: Date): Promise<TakeOne[]> {
  const isExempt = exemptsReplacements(acme) && domain.issuance.isReplacement === true;
  const counted = isExempt ? [] : hostnameLimits(domain, acme);
  const stored = await budget.readEach(counted);
  return counted.map((limited, index) => takeOne(acme, limited, stored[index]?.arrivalMs, now.getTime(), false));
}

function takeOne(acme: Acme, limited: LimitedResource, seen: number | undefined, atMs: number, needsRoom: boolean): TakeOne {
  return { kind: 'take', account: caAccount(acme), limited, seen, atMs, needsRoom };
}

function notBefore(atMs: number): SlotNotBefore {
  return { kind: 'slot-not-before', at: new Date(atMs).toISOString() };
}

async function join(ports: SlotPorts, domain: DomainIn<'preparing'>, account: AccountState, now: Date): Promise<SlotQueued> {
  const queueClass = queueClassOf(domain);
  const seen = await ports.queue.nextTag(domain.organizationId, queueClass);
  const taken = startTag(account.virtualTimes[queueClass], seen);
  const place = placeKey({ queueClass, tag: taken, joinedAt: now.toISOString(), domainId: domain.id });
  const tag = { queueClass, seen, taken, expiresAtSeconds: expirySeconds(now, TAGS_KEPT_SECONDS) };
  return toQueued(ports, domain, { place, ahead: await ports.queue.ahead(place), account, tag }, now);
}

interface At {
  place: string;
  ahead: number;
  account: AccountState;
  tag?: NonNullable<TakePlace['tag']>;
}

function toQueued({ acme }: SlotPorts, domain: DomainIn<'preparing'>, { place, ahead, account, tag }: At, now: Date): SlotQueued {
  const { limit } = accountLimit(acme);
  const slots = Math.ceil((ahead * ROUND) / ownSlots(classOf(place)));
  const expectedMs = Math.max(availableAtMs(limit, account.arrivalMs), now.getTime()) + slots * intervalMs(limit);
  const { id: domainId, organizationId } = domain;
  const entry: TakePlace = {
    ...{ kind: 'place', account: caAccount(acme), place, domainId, organizationId },
    ...(needsNewProof(domain) && { needsProof: true }),
    ...(tag && { tag }),
  };
  return { kind: 'slot-queued', place, ahead, expectedAt: new Date(expectedMs).toISOString(), spends: [entry] };
}
