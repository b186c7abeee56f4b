import type { EventName } from '../shared/contract/events.ts';
import type { StepName } from '../shared/contract/steps.ts';
import { TABLE_SHAPE } from '../shared/contract/table-shape.ts';
import type { OutboxEntry } from '../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../shared/outbox/outbox.store.ts';
import { DUE_SHARDS, domainIdOf, duePartition, keys, shardOf } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { type Item, notThereYet, type Table, type Write } from '../shared/table/table.store.ts';
import { HostnameTaken } from './claim.ts';
import { domainResource } from './domain-resource.ts';
import { Domain } from './domain-row.schema.ts';
import { STEP_OF_PHASE } from './phase.ts';

/** What happened to a domain, for its timeline and for whoever must be told. */
export interface Change {
  /** For example `order.created`. */
  timeline: string;
  events: EventName[];
  /** Set where a new execution is to begin with the domain's present step. */
  startExecution?: boolean;
  /** Items of the same transaction. */
  alongside?: Write[];
}

export function domainStore(table: Table, ids: { newId: (prefix: 'evt' | 'tl') => string }) {
  return {
    /** Never lags behind a write. */
    async get(domainId: number): Promise<Domain | undefined> {
      const item = await table.get(keys.domain(domainId));
      return item && domainOf(item);
    },

    /** Claims the hostname and writes the domain, or throws HostnameTaken, or LostRace (an id or a server met another's). */
    async create(domain: Domain, change: Change): Promise<void> {
      const claim = { ...keys.claim(domain.url), organizationId: domain.organizationId, domainId: domain.id };
      const writes = [
        table.putWrite(claim, notThereYet),
        table.putWrite(domainItem(domain), notThereYet),
        ...changeWrites(table, domain, change, ids.newId),
      ];
      try {
        await table.transact(writes);
      } catch (error) {
        const holder = error instanceof LostRace ? error.found[0] : undefined;
        if (holder) throw new HostnameTaken({ domainId: Number(holder.domainId), organizationId: String(holder.organizationId) });
        throw error;
      }
    },

    /** Writes the row that follows `before`, and all that the change asks for, in one transaction. Throws LostRace if `before` is outdated. */
    async replace(before: Domain, after: Domain, change: Change): Promise<void> {
      const written = { ...after, version: before.version + 1 };
      await table.transact([
        table.putWrite(domainItem(written), nobodyWroteSince(before.version)),
        ...changeWrites(table, written, change, ids.newId),
      ]);
    },

    /** Moves the instant at which the sweep would take the domain up; nothing else about it has changed. */
    async extend(domain: Domain, stepDueAt: string): Promise<void> {
      const { expression: condition, values } = nobodyWroteSince(domain.version);
      await table.update(keys.domain(domain.id), {
        expression: 'SET stepDueAt = :due, version = version + :one',
        condition,
        values: { ...values, ':due': stepDueAt, ':one': 1 },
      });
    },

    /** Ids of domains past their due time, longest overdue first, one Query a page. The index may lag: read the domain before acting. */
    async dueBefore(shard: number, now: Date, startAt?: Item): Promise<{ domainIds: number[]; next?: Item }> {
      const { items, next } = await table.query({
        IndexName: TABLE_SHAPE.byDue.name,
        KeyConditionExpression: 'duePk = :shard AND stepDueAt < :now',
        Limit: DUE_PAGE,
        values: { ':shard': duePartition(shard), ':now': now.toISOString() },
        ...(startAt && { startAt }),
      });
      return { domainIds: items.map(({ pk }) => domainIdOf(String(pk))), ...(next && { next }) };
    },

    /** The newest entries of a domain's timeline, oldest of them first. */
    async timeline(domainId: number, limit: number): Promise<TimelineEntry[]> {
      const { pk, sk } = keys.timeline(domainId, '');
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ScanIndexForward: false,
        Limit: limit,
        values: { ':pk': pk, ':prefix': sk },
      });
      return items.reverse().map((item) => ({ at: String(item.at), what: String(item.what), code: String(item.code) }));
    },
  };
}
export type DomainStore = ReturnType<typeof domainStore>;

export interface TimelineEntry {
  at: string;
  /** For example `order.created`. */
  what: string;
  /** The diagnosis at that moment. */
  code: string;
}

const DUE_PAGE = 100;

/** A stored row without what only the table needs. */
function domainOf({ pk: _pk, sk: _sk, duePk: _duePk, ...row }: Item): Domain {
  return Domain.parse(row);
}

function nobodyWroteSince(version: number) {
  return { expression: 'version = :seen', values: { ':seen': version } };
}

function domainItem(domain: Domain) {
  const due = domain.stepDueAt === undefined ? {} : { duePk: duePartition(shardOf(domain.id, DUE_SHARDS)) };
  return { ...keys.domain(domain.id), ...domain, ...due };
}

function changeWrites(table: Table, domain: Domain, change: Change, newId: (prefix: 'evt' | 'tl') => string): Write[] {
  const at = domain.updatedAt;
  const timeline = { ...keys.timeline(domain.id, newId('tl')), at, what: change.timeline, code: domain.diagnosis.code };
  return [
    table.putWrite(timeline),
    ...outboxEntries(domain, change, newId).map((entry) => outboxWrite(table, entry)),
    ...(change.alongside ?? []),
  ];
}

function outboxEntries(domain: Domain, change: Change, newId: (prefix: 'evt' | 'tl') => string): OutboxEntry[] {
  const { organizationId, id: domainId, attempt, updatedAt: createdAt, sendNotifications: notify } = domain;
  const events = change.events.map(
    (event): OutboxEntry => ({
      kind: 'event',
      id: newId('evt'),
      createdAt,
      organizationId,
      domainId,
      event,
      notify,
      data: { domain: domainResource(domain) },
    }),
  );
  const step = STEP_OF_PHASE[domain.phase];
  if (!change.startExecution || step === 'done') return events;
  return [
    ...events,
    { kind: 'execution', id: newId('evt'), createdAt, organizationId, domainId, attempt, step: step satisfies StepName },
  ];
}
