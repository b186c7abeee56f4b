import type { MetricValues } from '../../contract/stack/metrics.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { toGranted } from '../lifecycle/preparation-transition.ts';
import type { IsZoneBehind } from '../model/domains/challenge/challenge.store.ts';
import type { DomainStore } from '../model/domains/domain.store.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { isResting } from '../model/domains/phase.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { ReadPauses } from '../shared/switches/switches.store.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { CaBudgetStore } from './ca-order-limits.store.ts';
import type { CaQueueStore } from './ca-queue.store.ts';
import { QUEUE_CLASSES, type QueueClass } from './fair-queue.ts';
import { type AccountState, accountState, availableAtMs, type NextGrant, nextGrant } from './gcra.ts';
import { type Acme, accountLimit, organizationLimit } from './order-limits.ts';
import { ClassReader, type DayUse } from './queue-reader.ts';

export interface DispatchPorts {
  acme: Acme;
  budget: Pick<CaBudgetStore, 'read' | 'takeWrite'>;
  queue: Pick<CaQueueStore, 'page' | 'dropWrite' | 'leaveWrite'>;
  domains: Pick<DomainStore, 'get' | 'replaceWrites'>;
  transact: (writes: ReturnType<DomainStore['replaceWrites']>) => Promise<void>;
  paused: ReadPauses;
  isZoneBehind: IsZoneBehind;
  clock: Clock;
  log: Log;
  timings: Timings;
}

export interface Dispatched {
  granted: number;
  dropped: number;
}

/**
 * Grants slots from the front of the queue, as many as the account has room for. One transaction per grant takes the slot,
 * removes the name from the queue and requests its execution. A dispatcher that is killed before it has spent nothing.
 */
export async function dispatch(ports: DispatchPorts, endsAt: Date): Promise<Dispatched> {
  const done: Dispatched = { granted: 0, dropped: 0 };
  const [paused, room] = await Promise.all([ports.paused(), hasRoom(ports)]);
  if (!room || paused.orders) return done;
  const readers = Object.fromEntries(QUEUE_CLASSES.map((each) => [each, new ClassReader(each, ports, paused)])) as Readers;
  while (ports.clock() < endsAt) {
    const heads = await headsOf(readers, ports, done);
    if (QUEUE_CLASSES.every((each) => heads[each] === undefined)) break;
    const account = await accountNow(ports);
    const next = nextGrant(account, accountLimit(ports.acme).limit, heads, ports.clock().getTime());
    if (next.kind !== 'grant') break;
    const reader = readers[next.to.queueClass];
    const now = ports.clock();
    switch (await grant(ports, account, next, now)) {
      case 'granted':
        reader.granted(next.to, now);
        done.granted += 1;
        break;
      case 'account-changed':
        break;
      case 'name-changed':
        // The name's row or its organization's day changed meanwhile: both are read again.
        reader.lost(next.to);
        break;
    }
  }
  return done;
}

/** Nothing while nobody waits: a metric costs money only where it has values. */
export function queueMetrics({ count, oldestAt }: Awaited<ReturnType<CaQueueStore['waiting']>>, now: Date): MetricValues {
  if (oldestAt === undefined) return {};
  return { CaQueueLength: count, CaQueueOldestSeconds: Math.max(0, (now.getTime() - Date.parse(oldestAt)) / 1000) };
}

async function accountNow({ budget, acme }: DispatchPorts): Promise<AccountState> {
  const [stored] = await budget.read([accountLimit(acme)]);
  return accountState(stored ?? {});
}

/** One read only: it runs at every join, mostly without finding room. */
async function hasRoom(ports: DispatchPorts): Promise<boolean> {
  const { arrivalMs } = await accountNow(ports);
  return availableAtMs(accountLimit(ports.acme).limit, arrivalMs) <= ports.clock().getTime();
}

type Readers = Record<QueueClass, ClassReader>;

/** A queued name whose row confirms its place and whose organization may place an order. */
export interface Candidate {
  queueClass: QueueClass;
  tag: number;
  place: string;
  domain: DomainIn<'preparing'>;
  /** The organization's usage today, where it is counted. */
  dayUse: DayUse | undefined;
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
        heads[queueClass] = { queueClass, tag: name.tag, place: name.place, domain: waits, dayUse: reader.dayUseOf(name) };
        break;
      }
      reader.pass();
      // A name whose own execution is at work waits again when that ends.
      if (waits) continue;
      await ports.transact([ports.queue.dropWrite(name.place)]);
      done.dropped += 1;
    }
  }
  return heads;
}

/** The index of the account's write in the transaction. */
const OF_ACCOUNT = 0;

async function grant(
  { budget, queue, acme, domains, transact, log, timings }: DispatchPorts,
  account: AccountState,
  { to: { domain, dayUse, place }, after }: Extract<NextGrant<Candidate>, { kind: 'grant' }>,
  now: Date,
): Promise<'granted' | 'account-changed' | 'name-changed'> {
  const taken = { atMs: now.getTime(), needsRoom: true };
  const ofAccount = { limited: accountLimit(acme), seen: account.arrivalMs, ...taken };
  const ofDay = dayUse && { limited: organizationLimit(acme, domain.organizationId), seen: dayUse.arrivalMs, ...taken };
  const writes = domains.replaceWrites(domain, toGranted(domain, { now, timings }), {
    timeline: 'certificate.slot_granted',
    events: [],
    startExecution: true,
    alongside: [queue.leaveWrite(place), ...(ofDay ? [budget.takeWrite(ofDay)] : [])],
  });
  try {
    await transact([budget.takeWrite(ofAccount, { turn: account.turn, after }), ...writes]);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    return error.found[OF_ACCOUNT] === undefined ? 'name-changed' : 'account-changed';
  }
  log('info', 'certificate.slot_granted', { domainId: domain.id, place });
  return 'granted';
}
