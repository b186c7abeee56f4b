import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { OUTBOX_PREFIX } from '../../../contract/stack/table-shape.ts';
import { challengeMethod } from '../../../lambdas/acme/challenge.ts';
import { backOff, WORK_LONGEST_SECONDS } from '../../../lambdas/lifecycle/pace.ts';
import { proofStore, zoneBacklogReader } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { HostedZone } from '../../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import { zonePublisher } from '../../../lambdas/route53-publisher/publish-zone.ts';
import { countFittingChanges } from '../../../lambdas/route53-publisher/record-sets.ts';
import type { QueueMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { NetEdges } from '../../../lambdas/wiring/edges.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openZone } from '../../../lambdas/wiring/zone.wiring.ts';
import { answersOf } from '../../lambdas/held-items.ts';
import { settings } from '../../lambdas/settings.ts';
import { openTableAt } from '../../simulation/table/open-table.ts';
import { count, decimals, type Measurement } from '../driver/measurement.ts';
import { Agenda } from './agenda.ts';
import { BEGIN, DAY, HOUR, MINUTE, randomFrom, SECOND } from './inputs.ts';

// A million dns-01 renewals in one hosted zone, in virtual time. The zone writer and the store of proofs are the service's own;
// Route 53 takes its longest documented time.

const NAMES = 1_000_000;
/** 45-day certificates are renewed after two thirds of their lifetime. */
const RENEWED_AFTER = 30 * DAY;
/** For a million names: two and a half times the rate of evenly spread renewals. */
const ORDERS_A_MINUTE = 60;
const ORDERS_IN_A_BURST = 600;
/** "Changes generally propagate to all Route 53 name servers within 60 seconds" (API reference, GetChange). */
const IN_SYNC_MS = 60 * SECOND;
/** Delay from the outbox to the writer. */
const WAKE_MS = SECOND;
/** Time from the answer of the challenge to the removal of the proof. */
const VALIDATION_MS = 10 * SECOND;
/** Defaults of a new stage: `orderPollSeconds` and `issuanceWindowSeconds`. */
const POLLS = { baseSeconds: 5, longestSeconds: WORK_LONGEST_SECONDS };
const WINDOW_MS = DAY;
/** Orders that find the zone behind are retried within twice `caRetrySeconds` (lambdas/steps/issuance/ca-choice.ts). */
const HELD_BACK_SECONDS = 600;
/** Lifetime of a pending authorization in Let's Encrypt's profile `tlsserver`. */
const AUTHORIZATION_MS = HOUR;
/** Bounded because orders above the writer's rate are held back (`MAX_WAITING_LABELS`). */
const MAX_WAIT_SECONDS = 360;
const BASE_TARGET = 'cname.bench.net';
const VALIDATION_ZONE = `validation.${BASE_TARGET}`;

type Event = { kind: 'order' | 'poll' | 'validated'; id: number } | { kind: 'wake' };

/** Results of one simulated period. */
export interface ZoneWork {
  orders: number;
  /** Requests to Route 53 of any kind. */
  mostCallsASecond: number;
  callsASecond: number;
  /** Requests that change the zone; below, the record changes in them. */
  changes: number;
  writes: number;
  /** Time from the order to its proof. */
  longestWaitSeconds: number;
  /** Time until the last held-back order was placed. */
  longestHeldBackSeconds: number;
  /** Orders without a proof within the hour. */
  late: number;
}

/** Evenly spread renewals, for this number of hours. Returns order times in milliseconds. */
export function evenly(hours: number): number[] {
  const every = RENEWED_AFTER / NAMES;
  return Array.from({ length: Math.floor((hours * HOUR) / every) }, (_, number) => number * every);
}

/**
 * All domains are due at once: they began on the same day, the CA moved their windows, or it was down for a day. The dispatcher
 * grants a minute's budget every minute.
 */
export function bunched(hours: number, ordersAMinute = ORDERS_A_MINUTE): number[] {
  return Array.from({ length: hours * 60 * ordersAMinute }, (_, number) => Math.floor(number / ordersAMinute) * MINUTE);
}

/** Four times the rate of the zone writer, for some minutes. */
export function burst(minutes = 2): number[] {
  return Array.from({ length: minutes * ORDERS_IN_A_BURST }, (_, number) => Math.floor(number / ORDERS_IN_A_BURST) * MINUTE);
}

/** `orderedAt`: in milliseconds, ascending. */
export async function writeProofs(orderedAt: readonly number[]): Promise<ZoneWork> {
  let now = BEGIN;
  const clock = () => new Date(now);
  const agenda = new Agenda<Event>();
  const { items, answer } = answersOf([]);
  const table = openTableAt(answer);
  let ids = 0;
  const proofs = proofStore(table, () => `out_${++ids}`);
  const dns01 = challengeMethod('dns-01');
  const isZoneBehind = zoneBacklogReader(table, clock);
  const random = randomFrom(1);
  const route53 = aZone(clock);
  const edges = {
    table,
    clock,
    log: () => {},
    settings: { ...settings, baseTarget: BASE_TARGET, validationZone: VALIDATION_ZONE },
    caaIdentitiesOf: () => async () => ['ca.example'],
    askEveryServer: async (name: string, type: string) => [
      { records: [{ type, value: route53.served.get(name)?.join() ?? '' }] },
    ],
    zoneQueue: {
      send: async (messages: readonly QueueMessage[]) => {
        for (const { delaySeconds = 0 } of messages) agenda.add(now + delaySeconds * SECOND, { kind: 'wake' });
        return [];
      },
    },
  } as unknown as NetEdges;
  const publishZone = zonePublisher(openZone(openRows({ ...edges, hostedZone: route53.zone, defaultAddresses: [] })));
  let late = 0;
  let longestWaitMs = 0;
  let longestHeldBackMs = 0;
  const placedAt = new Map<number, number>();

  orderedAt.forEach((at, id) => {
    agenda.add(BEGIN + at, { kind: 'order', id });
  });
  agenda.add(BEGIN, { kind: 'wake' });
  for (let event = take(); event; event = take()) {
    await happen(event);
    relay();
  }
  const seconds = (now - BEGIN) / SECOND;
  const { calls, mostCallsASecond, changes, writes } = route53.counted;
  const waits = { longestWaitSeconds: longestWaitMs / SECOND, longestHeldBackSeconds: longestHeldBackMs / SECOND, late };
  return { orders: orderedAt.length, mostCallsASecond, callsASecond: calls / seconds, changes, writes, ...waits };

  function take(): Event | undefined {
    now = Math.max(now, agenda.next === Number.POSITIVE_INFINITY ? now : agenda.next);
    return agenda.take();
  }

  async function happen(event: Event): Promise<void> {
    switch (event.kind) {
      case 'wake':
        return publishZone();
      case 'order':
        return order(event.id);
      case 'poll':
        return poll(event.id);
      case 'validated':
        await dns01.withdraw(nameOf(event.id), { 'http-01': noHttp, 'dns-01': proofs }, clock());
        items.delete(rowOf(event.id));
    }
  }

  async function order(id: number): Promise<void> {
    if (await isZoneBehind()) {
      const waitSeconds = Math.max(1, Math.floor(random() * HELD_BACK_SECONDS));
      return agenda.add(now + waitSeconds * SECOND, { kind: 'order', id });
    }
    longestHeldBackMs = Math.max(longestHeldBackMs, now - BEGIN - (orderedAt[id] ?? 0));
    placedAt.set(id, now);
    items.set(rowOf(id), { ...keys.domain(id), phase: 'authorizing' });
    return poll(id);
  }

  async function poll(id: number): Promise<void> {
    const waitedMs = now - (placedAt.get(id) ?? now);
    const answer = { token: 't', text: `token-${id}.thumbprint` };
    const isShown = await dns01.publish(nameOf(id), answer, { 'http-01': noHttp, 'dns-01': proofs }, clock());
    const isLate = waitedMs > AUTHORIZATION_MS;
    if (!isShown && !isLate) {
      const window = { endsAt: new Date(now - waitedMs + WINDOW_MS).toISOString(), seconds: WINDOW_MS / SECOND };
      return agenda.add(now + backOff(POLLS, window, clock()) * SECOND, { kind: 'poll', id });
    }
    longestWaitMs = Math.max(longestWaitMs, waitedMs);
    late += Number(isLate);
    agenda.add(now + (isLate ? 0 : VALIDATION_MS), { kind: 'validated', id });
  }

  /** Each outbox entry wakes the writer. */
  function relay(): void {
    for (const key of items.keys()) {
      if (!key.startsWith(OUTBOX_PREFIX)) continue;
      items.delete(key);
      agenda.add(now + WAKE_MS, { kind: 'wake' });
    }
  }
}

/** Enforces the limits of Route 53, with one change at a time. */
function aZone(clock: () => Date) {
  const counted = { calls: 0, mostCallsASecond: 0, changes: 0, writes: 0 };
  let second = 0;
  let ofSecond = 0;
  let sentAt = 0;
  const call = () => {
    const now = Math.floor(clock().getTime() / SECOND);
    ofSecond = now === second ? ofSecond + 1 : 1;
    second = now;
    counted.calls += 1;
    counted.mostCallsASecond = Math.max(counted.mostCallsASecond, ofSecond);
  };
  /** Values before the pending change, by name. */
  let served = new Map<string, readonly string[]>();
  const zone: HostedZone = {
    id: 'Z1',
    change: async (changes) => {
      call();
      if (countFittingChanges(changes.map((change) => [change])) < changes.length)
        throw new Error('Route 53 refuses so much at once');
      counted.changes += 1;
      counted.writes += changes.filter(({ set }) => set.type === 'TXT').length;
      sentAt = clock().getTime();
      served = new Map(changes.map(({ set }) => [set.name, set.values]));
      return { kind: 'sent', changeId: `C${counted.changes}` };
    },
    progress: async () => {
      call();
      return clock().getTime() >= sentAt + IN_SYNC_MS ? 'in-sync' : 'under-way';
    },
    replace: async () => Promise.reject(new Error('nothing is refused here')),
  };
  return { zone, counted, served: { get: (name: string) => served.get(name) } };
}

const noHttp = { put: async () => {} };
const nameOf = (id: number) => {
  const label = `l${id}`.padEnd(26, 'a');
  return {
    id,
    url: `n${id}.customer.net`,
    organizationId: 'org_A',
    validation: { target: `${label}.${VALIDATION_ZONE}`, state: 'ok' as const },
  };
};
const rowOf = (id: number) => Object.values(keys.domain(id)).join('|');

/** Bounds of a million renewals. */
export function promisesOfZone(way: string, { orders, ...work }: ZoneWork): Measurement[] {
  const { value: atMost } = AWS_LIMITS.zoneRequestsPerSecond;
  return [
    count(`${way}: calls to Route 53 in the busiest second`, work.mostCallsASecond, { atMost }),
    count(`${way}: calls to Route 53 a second`, work.callsASecond, { atMost }, decimals(2)),
    count(`${way}: writes to the zone for an order`, work.writes / orders, { atMost: 2 }, decimals(2)),
    count(`${way}: orders for each change of the zone`, orders / work.changes, {}, decimals(1)),
    count(`${way}: most seconds until a proof is served`, work.longestWaitSeconds, { atMost: MAX_WAIT_SECONDS }, decimals(0)),
    count(`${way}: most seconds until an order is placed`, work.longestHeldBackSeconds, {}, decimals(0)),
    count(`${way}: proofs that are not served within the hour`, work.late, { atMost: 0 }),
  ];
}
