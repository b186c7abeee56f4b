import type { EventName } from '../../../contract/api/events.ts';
import type { StepName } from '../../../contract/stack/steps.ts';
import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { type Actor, type AuditEntry, auditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { eventBody, type OutboxEntry, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import {
  domainIdOf,
  duePartition,
  keys,
  outboxId,
  scanPartition,
  testDuePartition,
  testScanPartition,
} from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { type Item, notThereYet, type Table, type Write } from '../../shared/table/table.store.ts';
import type { Clocks } from '../../shared/time/instant.ts';
import { Claim } from './claim.store.ts';
import { HostnameTaken } from './claim.ts';
import { domainItem, domainOf, useChange } from './domain-item.ts';
import { domainResource } from './domain-resource.ts';
import type { Domain, Execution } from './domain-row.schema.ts';
import { STEP_OF_PHASE } from './phase.ts';
import { renewalTime } from './renewal-time.ts';
import { endTimeline, timelineEntry, timelineWrite } from './timeline.store.ts';
import { watchWrites } from './watch.store.ts';

/** A change of a domain, for its timeline and its notifications. */
export interface Change {
  /** For example `order.created`. */
  timeline: string;
  events: EventName[];
  /** Written without a timeline entry, which every reader would see. */
  isQuiet?: true;
  /** Checks since the last change that found nothing new. */
  quietChecks?: number;
  startExecution?: boolean;
  /** Requested by somebody: the change gets an audit entry. */
  audit?: { by: Actor; clocks: Clocks; before?: Record<string, unknown>; after?: Record<string, unknown> };
  /** Items of the same transaction. */
  alongside?: Write[];
}

type NewId = (prefix: 'evt' | 'tl' | 'aud') => string;

export function domainStore(table: Table, ids: { newId: NewId }) {
  return {
    /** Strongly consistent. */
    async get(domainId: number): Promise<Domain | undefined> {
      const item = await table.get(keys.domain(domainId));
      return item && domainOf(item);
    },

    /**
     * Writes the domain with the claim to its hostname (claim.store.ts). Throws HostnameTaken if the claim was refused, or
     * LostRace if an id or a server conflicts.
     */
    async create(domain: Domain, claim: Write, change: Change): Promise<void> {
      try {
        await table.transact([
          claim,
          table.putWrite(domainItem(domain), notThereYet),
          ...changeWrites(table, undefined, domain, change, ids.newId),
        ]);
      } catch (error) {
        const holder = error instanceof LostRace ? error.found[0] : undefined;
        throw holder ? new HostnameTaken(Claim.parse(holder), error) : error;
      }
    },

    /** Replaces `before` in one transaction with everything that the change requires. Throws LostRace if `before` is outdated. */
    async replace(before: Domain, after: Domain, change: Change): Promise<void> {
      await table.transact(replaceWrites(table, before, after, change, ids.newId));
    },

    /** The same for another transaction. */
    replaceWrites(before: Domain, after: Domain, change: Change): Write[] {
      return replaceWrites(table, before, after, change, ids.newId);
    },

    /** Moves the sweep's deadline for the domain, and records the check. Without a check, the execution is over. */
    async extend(domain: Domain, dueAt: string, lastCheck?: Execution['lastCheck']): Promise<void> {
      const { expression: condition, values } = nobodyWroteSince(domain.version);
      const set = 'SET stepDueAt = :due, version = version + :one';
      await table.update(keys.domain(domain.id), {
        expression: lastCheck ? `${set}, execution.lastCheck = :check` : `${set} REMOVE execution.lastCheck`,
        condition,
        values: { ...values, ':due': dueAt, ':one': 1, ...(lastCheck && { ':check': lastCheck }) },
      });
    },

    /** Sets the expiry of the timeline to 30 days from now. Idempotent. */
    endTimeline: (domainId: number, now: Date): Promise<void> => endTimeline(table, domainId, now),

    /** Deletes the row, as the last step. Throws LostRace if the row has changed since. */
    async remove(domain: Domain, alongside: Write[] = []): Promise<void> {
      await table.transact([
        table.deleteWrite(keys.domain(domain.id), nobodyWroteSince(domain.version)),
        table.deleteWrite(keys.actions(domain.id)),
        table.deleteWrite(keys.visitorActions(domain.id)),
        table.deleteWrite(keys.formerCertificate(domain.id)),
        table.deleteWrite(keys.revocation(domain.id)),
        ...alongside,
      ]);
    },

    /** Like `dueBefore`, for domains with a certificate for which the scan has work (renewal-time.ts). */
    async scanBefore(shard: number, now: Date, startAt?: Item): Promise<DuePage> {
      return dueIn(table, TABLE_SHAPE.byScan, scanPartition(shard), now, startAt);
    },

    /**
     * One page of an organization's test domains that are due by then or have a step at work. `from`: the end of the previous
     * page.
     */
    async dueInTest(organizationId: string, until: Date, from: TestPosition = { in: 'scan' }): Promise<TestPage> {
      const isScan = from.in === 'scan';
      const index = isScan ? TABLE_SHAPE.byScan : TABLE_SHAPE.byDue;
      const partition = isScan ? testScanPartition(organizationId) : testDuePartition(organizationId);
      const { domainIds, next } = await dueIn(table, index, partition, isScan ? until : LATEST, from.startAt);
      if (next) return { domainIds, next: { in: from.in, startAt: next } };
      return isScan ? { domainIds, next: { in: 'due' } } : { domainIds };
    },

    /**
     * Ids of domains past their due time, longest overdue first, one Query per page. The index may lag: read the domain before
     * acting.
     */
    async dueBefore(shard: number, now: Date, startAt?: Item): Promise<DuePage> {
      return dueIn(table, TABLE_SHAPE.byDue, duePartition(shard), now, startAt);
    },
  };
}
export type DomainStore = ReturnType<typeof domainStore>;

const DUE_PAGE = 100;

interface DuePage {
  domainIds: number[];
  oldestDueAt?: string;
  next?: Item;
}

/** Includes every step at work, however long its deadline is. */
const LATEST = new Date('9999-12-31T00:00:00Z');

interface TestPosition {
  in: 'scan' | 'due';
  startAt?: Item;
}

interface TestPage {
  domainIds: number[];
  next?: TestPosition;
}

async function dueIn(
  table: Table,
  { name, partitionKey, sortKey }: (typeof TABLE_SHAPE)['byDue' | 'byScan'],
  partition: string,
  now: Date,
  startAt: Item | undefined,
): Promise<DuePage> {
  const { items, next } = await table.query({
    IndexName: name,
    KeyConditionExpression: `${partitionKey} = :shard AND ${sortKey} < :now`,
    Limit: DUE_PAGE,
    values: { ':shard': partition, ':now': now.toISOString() },
    ...(startAt && { startAt }),
  });
  const [oldest] = items;
  return {
    domainIds: items.map(({ pk }) => domainIdOf(String(pk))),
    ...(oldest && { oldestDueAt: String(oldest[sortKey]) }),
    ...(next && { next }),
  };
}

function nobodyWroteSince(version: number) {
  return { expression: 'version = :seen', values: { ':seen': version } };
}

function replaceWrites(table: Table, before: Domain, after: Domain, change: Change, newId: NewId): Write[] {
  const written = { ...after, version: before.version + 1 };
  return [
    table.putWrite(domainItem(written), nobodyWroteSince(before.version)),
    ...changeWrites(table, before, written, change, newId),
    ...watchWrites(table, before, written),
  ];
}

function changeWrites(table: Table, before: Domain | undefined, domain: Domain, change: Change, newId: NewId): Write[] {
  return [
    ...(change.isQuiet ? [] : [timelineWrite(table, domain.id, timelineEntry(before, domain, change, newId('tl')))]),
    ...outboxEntries(before, domain, change, newId).map((entry) => outboxWrite(table, entry)),
    ...(change.audit ? [auditWrite(table, entryOf(domain, change.timeline, change.audit, newId('aud')))] : []),
    ...(change.alongside ?? []),
  ];
}

function entryOf(
  { id: domainId, organizationId }: Domain,
  action: string,
  { by, clocks, ...facts }: NonNullable<Change['audit']>,
  id: string,
): AuditEntry {
  const resource = { type: 'domain' as const, id: String(domainId) };
  const { now, testNow } = clocks;
  return auditEntry({ actor: by, caller: { organizationId }, now, testNow }, id, { action, resource, ...facts });
}

/** Each change of the organization's usage comes with an outbox event, by which the relay counts it. */
function outboxEntries(before: Domain | undefined, domain: Domain, change: Change, newId: NewId): OutboxEntry[] {
  const { organizationId, id: domainId, updatedAt: createdAt, sendNotifications: notify } = domain;
  const { attempt } = domain.execution;
  const common = { createdAt, organizationId, domainId };
  const data = { domain: domainResource(domain) };
  const use = useChange(before, domain);
  const events = change.events.map((event, index): OutboxEntry => {
    const id = outboxId(newId('evt'), domainId);
    const body = eventBody({ id, event, livemode: data.domain.livemode, domainId, createdAt, data });
    const former = event === 'certificate.renewed' ? formerOf(before) : undefined;
    return { kind: 'event', id, ...common, event, notify, body, ...(use && index === 0 && { use }), ...(former && { former }) };
  });
  const step = STEP_OF_PHASE[domain.phase];
  if (!change.startExecution || step === 'done') return events;
  const id = outboxId(newId('evt'), domainId);
  return [...events, { kind: 'execution', id, ...common, attempt, step: step satisfies StepName }];
}

function formerOf(before: Domain | undefined): OutboxEvent['former'] {
  if (!before?.served) return undefined;
  const { certificate, renewalHint } = before.served;
  const { notBefore, notAfter } = certificate;
  return { notBefore, notAfter, plannedAt: renewalTime(certificate, renewalHint?.at) };
}
