import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { SlotNotBefore, SlotQueued } from '../issuance-observation.ts';
import { admission } from './admission.ts';
import type { CaBudgetStore } from './ca-budget.store.ts';
import type { CaQueueStore } from './ca-queue.store.ts';
import { classOf, ownSlots, placeKey, ROUND, startTag } from './fair-queue.ts';
import { intervalMs, roomFromMs } from './gcra.ts';
import { type AccountState, accountState } from './next-grant.ts';
import {
  type Acme,
  accountLimit,
  exemptsReplacements,
  hostnameLimits,
  type Limited,
  organizationLimit,
  queueClassOf,
} from './order-limits.ts';

export interface SlotPorts {
  budget: CaBudgetStore;
  queue: CaQueueStore;
  acme: Acme;
}

export type QueuedSlot = SlotQueued & { entry: Write };
export type Slot = { kind: 'granted' } | SlotNotBefore | QueuedSlot;
type Requesting = DomainIn<'preparing' | 'ordering'>;

/**
 * A granted slot begins an order. The execution of its grant takes seconds to come; slots that were kept and used all at once would be more
 * than the CA takes.
 */
const GRANT_LASTS_MS = 600_000;

/** Slots for orders at the CA account of a stage, as the steps of an execution ask for them. */
export interface Slots {
  /** The CA counts no order that names the certificate which it replaces: such a one needs none. */
  exemptsReplacements: boolean;
  take(domain: DomainIn<'preparing'>, now: Date): Promise<Slot>;
  stillQueued(domain: DomainIn<'preparing'>, place: string, now: Date): Promise<QueuedSlot>;
  takeAnother(domain: DomainIn<'ordering'>, now: Date): Promise<boolean>;
}

export function slotsAt(ports: SlotPorts): Slots {
  return {
    exemptsReplacements: exemptsReplacements(ports.acme),
    take: (domain, now) => takeSlot(ports, domain, now),
    stillQueued: (domain, place, now) => stillQueued(ports, domain, place, now),
    takeAnother: (domain, now) => takeAnother(ports, domain, now),
  };
}

/** A slot now, or a place in the queue, or the instant before which neither would help. A slot that the queue gave is used. */
async function takeSlot(ports: SlotPorts, domain: DomainIn<'preparing'>, now: Date): Promise<Slot> {
  const { slotGrantedAt } = domain.issuance;
  const nowMs = now.getTime();
  if (slotGrantedAt !== undefined && nowMs - Date.parse(slotGrantedAt) < GRANT_LASTS_MS) return useGrant(ports, domain, nowMs);
  const taken = await takeNow(ports, domain, now);
  return taken.kind === 'full' ? join(ports, domain, taken.account, now) : taken;
}

/** For an order that is asked for again: without room it gets no place yet. */
async function takeAnother(ports: SlotPorts, domain: DomainIn<'ordering'>, now: Date): Promise<boolean> {
  return (await takeNow(ports, domain, now)).kind === 'granted';
}

/** Where a name that waits already stands now. */
async function stillQueued(ports: SlotPorts, domain: DomainIn<'preparing'>, place: string, now: Date): Promise<QueuedSlot> {
  const [budget] = await ports.budget.read([accountLimit(ports.acme)]);
  const account = accountState(budget ?? {});
  const ahead = Math.max(0, (await ports.queue.ahead(place)) - 1);
  return queued(ports, domain, { place, ahead, account }, now);
}

type Taken = { kind: 'granted' } | SlotNotBefore | { kind: 'full'; account: AccountState };

async function takeNow({ budget, queue, acme }: SlotPorts, domain: Requesting, now: Date): Promise<Taken> {
  const nowMs = now.getTime();
  const ofAccount = accountLimit(acme);
  const ofOrganization = queueClassOf(domain) === 'renewal' ? [] : [organizationLimit(acme, domain.organizationId)];
  const ofHostname = hostnameLimits(domain, acme);
  const wanted = [ofAccount, ...ofOrganization, ...ofHostname];
  const [stored, isWaitedFor] = await Promise.all([budget.read(wanted), queue.isWaitedFor()]);
  const standings = wanted.map((limited, index) => ({ ...limited, arrivalMs: stored[index]?.arrivalMs }));
  const shared = 1 + ofOrganization.length;
  const admitted = admission({ shared: standings.slice(0, shared), hostname: standings.slice(shared), isWaitedFor }, nowMs);
  if (admitted.kind === 'not-before') return notBefore(admitted.atMs);
  const account = accountState(stored[0] ?? {});
  if (admitted.kind === 'queue' || !(await budget.take(ofAccount, account.arrivalMs, nowMs))) return { kind: 'full', account };
  // What was read may be gone meanwhile: then the account's place is lost, and the name waits as if it had not been there.
  const rest = await Promise.all(standings.slice(1).map((each) => budget.take(each, each.arrivalMs, nowMs)));
  return rest.every(Boolean) ? { kind: 'granted' } : { kind: 'full', account };
}

async function useGrant({ budget, acme }: SlotPorts, domain: DomainIn<'preparing'>, nowMs: number): Promise<Slot> {
  const ofHostname = hostnameLimits(domain, acme);
  if (ofHostname.length === 0) return { kind: 'granted' };
  const stored = await budget.read(ofHostname);
  const fromMs = Math.max(...ofHostname.map(({ limit }, index) => roomFromMs(limit, stored[index]?.arrivalMs)));
  if (fromMs > nowMs) return notBefore(fromMs);
  const taken = await Promise.all(ofHostname.map((each, index) => budget.take(each, stored[index]?.arrivalMs, nowMs)));
  return taken.every(Boolean) ? { kind: 'granted' } : notBefore(nowMs + intervalOf(ofHostname));
}

function intervalOf(limited: readonly Limited[]): number {
  return Math.max(...limited.map(({ limit }) => intervalMs(limit)));
}

function notBefore(atMs: number): SlotNotBefore {
  return { kind: 'slot-not-before', at: new Date(atMs).toISOString() };
}

async function join(ports: SlotPorts, domain: DomainIn<'preparing'>, account: AccountState, now: Date): Promise<Slot> {
  const queueClass = queueClassOf(domain);
  const virtualTime = startTag(account.virtualTimes[queueClass], undefined);
  const tag = await ports.queue.nextTag(domain.organizationId, queueClass, virtualTime, now);
  const place = placeKey({ queueClass, tag, joinedAt: now.toISOString(), domainId: domain.id });
  return queued(ports, domain, { place, ahead: await ports.queue.ahead(place), account }, now);
}

function queued(
  { queue, acme }: SlotPorts,
  domain: DomainIn<'preparing'>,
  { place, ahead, account }: { place: string; ahead: number; account: AccountState },
  now: Date,
): QueuedSlot {
  const { limit } = accountLimit(acme);
  const slots = Math.ceil((ahead * ROUND) / ownSlots(classOf(place)));
  const expectedMs = Math.max(roomFromMs(limit, account.arrivalMs), now.getTime()) + slots * intervalMs(limit);
  const entry = queue.joinWrite(place, domain);
  return { kind: 'slot-queued', place, ahead, expectedAt: new Date(expectedMs).toISOString(), entry };
}
