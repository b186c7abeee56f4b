import type { Timings } from '../../../contract/timings.schema.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { granted } from '../queued-transition.ts';
import { isResting } from '../recovery/restart.ts';
import { QUEUE_CLASSES, type QueueClass } from './fair-queue.ts';
import { roomFromMs } from './gcra.ts';
import { type AccountState, accountState, type NextGrant, nextGrant } from './next-grant.ts';
import { accountLimit, organizationLimit } from './order-limits.ts';
import { ClassReader, type Standing } from './queue-reader.ts';
import type { SlotPorts } from './take-slot.ts';

export interface DispatchPorts extends SlotPorts {
  domains: Pick<DomainStore, 'get' | 'replaceWrites'>;
  transact: (writes: ReturnType<DomainStore['replaceWrites']>) => Promise<void>;
  clock: Clock;
  log: Log;
  timings: Timings;
}

export interface Dispatched {
  granted: number;
  dropped: number;
}

/**
 * Grants slots from the front of the queue, as many as the account has room for. Each grant is a transaction that takes the name out of the
 * queue and asks for its execution: killed before it, the slot is lost and the name waits on; nothing is left half done.
 */
export async function dispatch(ports: DispatchPorts, endsAt: Date): Promise<Dispatched> {
  const done: Dispatched = { granted: 0, dropped: 0 };
  if (!(await hasRoom(ports))) return done;
  const readers = Object.fromEntries(QUEUE_CLASSES.map((each) => [each, new ClassReader(each, ports)])) as Readers;
  let slot: AccountState | undefined;
  while (ports.clock() < endsAt) {
    const heads = await headsOf(readers, ports, done);
    if (QUEUE_CLASSES.every((each) => heads[each] === undefined)) break;
    const next = await nextSlot(ports, slot, heads);
    if (next.kind === 'lost') continue;
    if (next.kind !== 'grant') break;
    const reader = readers[next.to.queueClass];
    const now = ports.clock();
    if (await grant(ports, next.to, now)) {
      reader.granted(next.to, now);
      done.granted += 1;
      slot = undefined;
    } else {
      // Somebody wrote its row meanwhile, or its organization's day: the slot is whose turn it is when both are read again.
      reader.lost(next.to);
      slot = next.after;
    }
  }
  return done;
}

/** Whoever joins asks, and most of them in vain: with one read. */
async function hasRoom({ budget, acme, clock }: DispatchPorts): Promise<boolean> {
  const ofAccount = accountLimit(acme);
  const [stored] = await budget.read([ofAccount]);
  return roomFromMs(ofAccount.limit, stored?.arrivalMs) <= clock().getTime();
}

type Readers = Record<QueueClass, ClassReader>;

/** A name that waits where its row says so, and whose organization may have an order. */
export interface Candidate {
  queueClass: QueueClass;
  tag: number;
  place: string;
  domain: DomainIn<'preparing'>;
  /** Of its organization's day, where that is counted. */
  standing: Standing | undefined;
}

async function headsOf(
  readers: Readers,
  ports: DispatchPorts,
  done: Dispatched,
): Promise<Partial<Record<QueueClass, Candidate>>> {
  const heads: Partial<Record<QueueClass, Candidate>> = {};
  for (const queueClass of QUEUE_CLASSES) {
    const reader = readers[queueClass];
    for (let name = await reader.head(ports.clock()); name; name = await reader.head(ports.clock())) {
      const domain = await ports.domains.get(name.domainId);
      const waits = domain?.phase === 'preparing' && domain.issuance.place === name.place ? domain : undefined;
      if (waits && isResting(waits)) {
        heads[queueClass] = { queueClass, tag: name.tag, place: name.place, domain: waits, standing: reader.standingOf(name) };
        break;
      }
      reader.pass();
      // Its own execution is at work on one that does not rest, and has it rest again.
      if (waits) continue;
      await ports.queue.drop(name.place);
      done.dropped += 1;
    }
  }
  return heads;
}

/** A slot that nobody could be given yet is the next one's; otherwise one is taken of the account. */
async function nextSlot(
  { budget, acme, clock }: DispatchPorts,
  slot: AccountState | undefined,
  heads: Partial<Record<QueueClass, Candidate>>,
): Promise<NextGrant<Candidate> | { kind: 'lost' }> {
  const nowMs = clock().getTime();
  const ofAccount = accountLimit(acme);
  if (slot) return nextGrant({ ...slot, arrivalMs: undefined }, ofAccount.limit, heads, nowMs);
  const [stored] = await budget.read([ofAccount]);
  const account = accountState(stored ?? {});
  const next = nextGrant(account, ofAccount.limit, heads, nowMs);
  if (next.kind !== 'grant') return next;
  const { turn, virtualTimes } = next.after;
  const isTaken = await budget.take(ofAccount, account.arrivalMs, nowMs, { turn, ...virtualTimes });
  return isTaken ? next : { kind: 'lost' };
}

async function grant(
  { budget, queue, acme, domains, transact, log, timings }: DispatchPorts,
  to: Candidate,
  now: Date,
): Promise<boolean> {
  const { domain, standing, place } = to;
  const day = standing && [budget.takeWrite(organizationLimit(acme, domain.organizationId), standing.arrivalMs, now.getTime())];
  const writes = domains.replaceWrites(domain, granted(domain, now, timings), {
    timeline: 'certificate.slot_granted',
    events: [],
    startExecution: true,
    alongside: [queue.leaveWrite(place), ...(day ?? [])],
  });
  if (!(await wonRace(transact(writes)))) return false;
  log('info', 'certificate.slot_granted', { domainId: domain.id, place });
  return true;
}
