import { type DomainPlaces, withFreed } from '../../model/accounts/domain-places.schema.ts';
import { nextReconciliationAt } from '../../model/accounts/next-night.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import type { UseReconciliation } from '../../model/accounts/use-reconciliation.schema.ts';
import type { UseReconciliationStore } from '../../model/accounts/use-reconciliation.store.ts';
import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import type { DomainPlacesStore } from '../../model/events/domain-places.store.ts';
import { type EventCounter, freedPlacesOf } from '../../model/events/event-log.schema.ts';
import type { UseCounterStore } from '../../model/events/use-counter.store.ts';
import { type DomainUse, UNRELAYED_AFTER_SECONDS } from '../../shared/outbox/outbox.schema.ts';
import type { UnrelayedStore } from '../../shared/outbox/unrelayed.store.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { OUTBOX_SHARDS } from '../../shared/table/keys.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Item, Table, Write } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface ReconcilePorts {
  reconciliations: Omit<UseReconciliationStore, 'firstWrite'>;
  domains: Pick<DomainListStore, 'countPage'>;
  uses: Pick<UseCounterStore, 'read' | 'correctionWrite'>;
  places: Pick<DomainPlacesStore, 'read' | 'correctionWrite'>;
  outbox: Pick<UnrelayedStore, 'dueBefore'>;
  table: Pick<Table, 'transact'>;
  clock: Clock;
  log: Log;
  /** Computes the organization's report days, once a night. */
  report: (organizationId: string, endsAt: Date) => Promise<void>;
  /** Starts the simulation of a test tenant's due domains. */
  rehearsalWrite: (organizationId: string) => Write;
}

/** After this time indexes and relay have caught up; each takes a second or two. */
const SETTLE_SECONDS = 60;
/** Within this time the sweep copies events that the relay lost. */
const BEHIND_PAUSE_SECONDS = 600;
/** Recounts per night for an organization that changes during the count. */
const TRIES = 5;

const NOTHING: DomainUse = { domains: 0, unvalidatedDomains: 0 };

/** Reconciles every organization that is due, while there is time. A failure does not stop the rest; failures are returned. */
export async function reconcileDue(ports: ReconcilePorts, endsAt: Date): Promise<{ reconciled: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let reconciled = 0;
  let startAt: Item | undefined;
  do {
    const page = await ports.reconciliations.dueBefore(ports.clock(), startAt);
    for (const organizationId of page.organizationIds) {
      if (ports.clock() >= endsAt) return { reconciled, failures };
      try {
        await reconcile(organizationId, ports, endsAt);
        reconciled += 1;
      } catch (cause) {
        ports.log('error', 'what is done for an organization at night has failed', { organizationId, cause });
        failures.push(cause);
      }
    }
    startAt = page.next;
  } while (startAt);
  return { reconciled, failures };
}

/** Runs one task of a count. It may be killed and repeated at any point; a concurrent run does the same. */
async function reconcile(organizationId: string, ports: ReconcilePorts, endsAt: Date): Promise<void> {
  const due = await ports.reconciliations.get(organizationId);
  if (!due || due.stepDueAt > ports.clock().toISOString()) return;
  const isNightsFirst = due.task === 'begin' && due.tries === 0;
  const report = isNightsFirst ? await outcomeOf(ports.report(due.organizationId, endsAt)) : undefined;
  const { after, writes = [] } = await next(due, ports, endsAt);
  const plays = isNightsFirst && isTestTenant(organizationId) ? [ports.rehearsalWrite(organizationId)] : [];
  await wonRaceUnlessBusy(ports.table.transact([ports.reconciliations.replaceWrite(due, after), ...plays, ...writes]));
  if (report?.status === 'rejected') throw report.reason;
}

/** A failed report does not stop the count: the next night computes its days again. */
async function outcomeOf(report: Promise<void>): Promise<PromiseSettledResult<void> | undefined> {
  const [result] = await Promise.allSettled([report]);
  return result;
}

interface Next {
  after: UseReconciliation;
  writes?: Write[];
}

async function next(due: UseReconciliation, ports: ReconcilePorts, endsAt: Date): Promise<Next> {
  switch (due.task) {
    case 'begin': {
      const { kept, places } = await readCounters(due.organizationId, ports);
      const seen = { seenChanges: kept.useChanges, seenPlaces: places.changes };
      return { after: { ...due, task: 'count', ...seen, counted: NOTHING, stepDueAt: settledUntil(ports) } };
    }
    case 'count':
      return { after: await count(due, ports, endsAt) };
    case 'compare':
      return compare(due, ports);
  }
}

function settledUntil({ clock }: ReconcilePorts): string {
  return addSeconds(clock(), SETTLE_SECONDS);
}

type Counting = Extract<UseReconciliation, { task: 'count' }>;

/** Counts page by page while there is time; the next run continues. */
async function count({ from, ...due }: Counting, ports: ReconcilePorts, endsAt: Date): Promise<UseReconciliation> {
  let { counted } = due;
  let startAt = from;
  do {
    const page = await ports.domains.countPage(due.organizationId, startAt);
    counted = plus(counted, page.counted, 1);
    startAt = page.next;
    if (startAt && ports.clock() >= endsAt) return { ...due, counted, from: startAt, stepDueAt: ports.clock().toISOString() };
  } while (startAt);
  return { ...due, task: 'compare', counted, stepDueAt: settledUntil(ports) };
}

/**
 * Changes between the first read and this one may be in the count or not. That many are uncertain, so only a larger difference is
 * corrected. Without such changes the counter and the places become exact.
 */
async function compare(due: Extract<UseReconciliation, { task: 'compare' }>, ports: ReconcilePorts): Promise<Next> {
  const { organizationId, counted, tries } = due;
  const { kept, places } = await readCounters(organizationId, ports);
  const uncertain = kept.useChanges - due.seenChanges;
  const correction = differenceBeyond(uncertain, counted, kept);
  const uncertainPlaces = uncertain + places.changes - due.seenPlaces;
  const placesCorrection = differenceBeyond(uncertainPlaces, counted, withFreed(places, freedPlacesOf(kept)));
  const corrections = [correction, placesCorrection].map((one) => (isNone(one) ? undefined : one));
  const isRight = corrections.every((one) => one === undefined);
  // Events that the relay has not counted yet are not an error: a correction now would count them twice.
  if (!isRight && (await isRelayBehind(ports)))
    return { after: { organizationId, task: 'begin', tries, stepDueAt: addSeconds(ports.clock(), BEHIND_PAUSE_SECONDS) } };
  if (!isRight) {
    const wrong = {
      organizationId,
      ...(isNone(correction) ? {} : correction),
      places: placesCorrection,
      uncertain: uncertainPlaces,
    };
    ports.log('warn', 'what an organization uses was counted wrong', wrong);
  }
  const again = uncertainPlaces > 0 && tries + 1 < TRIES;
  const rest = again
    ? { tries: tries + 1, stepDueAt: ports.clock().toISOString() }
    : { tries: 0, stepDueAt: nextReconciliationAt(ports.clock()) };
  const [ofCounter, ofPlaces] = corrections;
  // Nothing changed for minutes, so a bulk request that still holds places was killed.
  const isLeft = uncertainPlaces === 0 && Object.keys(places.bulks).length > 0;
  const writes = [
    ...(ofCounter ? [ports.uses.correctionWrite(organizationId, ofCounter, kept.useChanges)] : []),
    ...(ofPlaces || isLeft ? [ports.places.correctionWrite(organizationId, ofPlaces ?? NOTHING, places.changes)] : []),
  ];
  return { after: { organizationId, task: 'begin', ...rest }, writes };
}

async function readCounters(
  organizationId: string,
  { uses, places }: ReconcilePorts,
): Promise<{ kept: EventCounter; places: DomainPlaces }> {
  const [kept, taken] = await Promise.all([uses.read(organizationId), places.read(organizationId)]);
  return { kept, places: taken };
}

function differenceBeyond(uncertain: number, counted: DomainUse, kept: DomainUse): DomainUse {
  const missing = plus(counted, kept, -1);
  return {
    domains: certainDifference(missing.domains, uncertain),
    unvalidatedDomains: certainDifference(missing.unvalidatedDomains, uncertain),
  };
}

function isNone({ domains, unvalidatedDomains }: DomainUse): boolean {
  return domains === 0 && unvalidatedDomains === 0;
}

/** True when an event has waited for its number for longer than SETTLE_SECONDS. */
async function isRelayBehind({ outbox, clock }: ReconcilePorts): Promise<boolean> {
  const markedBefore = new Date(addSeconds(clock(), UNRELAYED_AFTER_SECONDS - SETTLE_SECONDS / 2));
  const shards = Array.from({ length: OUTBOX_SHARDS }, (_, shard) => outbox.dueBefore(shard, markedBefore));
  return (await Promise.all(shards)).some(({ ids }) => ids.length > 0);
}

function plus(one: DomainUse, other: DomainUse, sign: 1 | -1): DomainUse {
  return {
    domains: one.domains + sign * other.domains,
    unvalidatedDomains: one.unvalidatedDomains + sign * other.unvalidatedDomains,
  };
}

function certainDifference(difference: number, uncertain: number): number {
  return difference > 0 ? Math.max(0, difference - uncertain) : Math.min(0, difference + uncertain);
}
