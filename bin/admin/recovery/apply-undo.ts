import type { CountedResource } from '../../../lambdas/model/accounts/organization-limits.ts';
import { countWrite } from '../../../lambdas/model/accounts/resource-counts.store.ts';
import { useReconciliationStore } from '../../../lambdas/model/accounts/use-reconciliation.store.ts';
import { Certificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { type InstallingPorts, installAtServer } from '../../../lambdas/model/servers/installer.ts';
import { administratorsEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../lambdas/shared/audit/audit.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, wonRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Item, Table, Write } from '../../../lambdas/shared/table/table.store.ts';
import type { Clock, Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { rowKeyOf } from './row-key.ts';
import {
  type Decision,
  decideUndo,
  progressOf,
  type RowChange,
  type RowUndo,
  type SkipReason,
  undoWrite,
} from './undo-decision.ts';
import { matchesFilter, type Owner, type UndoableKind } from './undoable-rows.ts';

export interface UndoPorts extends InstallingPorts {
  table: Table;
  clock: Clock;
  newId: (prefix: 'aud') => string;
  /** Short pause before the retry of a lost race. */
  pause: Pause;
}

/** A resource, and the decision about each of its rows. */
export interface Undo {
  owner: Owner;
  decisions: Decision[];
}

export interface SkippedRow {
  row: string;
  because: SkipReason;
}

export interface Undone {
  /** Rows that were put back, or would be. */
  rows: string[];
  left: SkippedRow[];
}

const ACTIONS = {
  domain: 'domain.undone',
  server: 'server.undone',
  webhook: 'webhook.undone',
  organization: 'organization.undone',
} as const satisfies Record<Owner['type'], string>;

/** Groups the rows of an export by resource. `only`: a filter as in `isNamed`; all rows of a named resource are included. */
export function undoCollector(only: string | undefined, now: Date) {
  const resources = new Map<string, Undo & { isNamed: boolean }>();
  return {
    add(change: RowChange): void {
      const decision = decideUndo(change, now);
      if (!decision) return;
      const { organizationId, type, id } = decision.owner;
      const name = `${organizationId} ${type} ${id}`;
      const resource = resources.get(name) ?? { owner: decision.owner, decisions: [], isNamed: false };
      resource.decisions.push(decision);
      resource.isNamed ||= matchesFilter(only, change.key, change.before ?? change.after ?? {});
      resources.set(name, resource);
    },
    undos: (): Undo[] => [...resources.values()].filter((resource) => resource.isNamed),
  };
}

/** Puts back all rows of a resource, or none. Without `apply` it only reports. */
export async function undoResource({ owner, decisions }: Undo, apply: boolean, ports: UndoPorts): Promise<Undone> {
  const leave = (because: SkipReason): Undone => ({
    rows: [],
    left: decisions.map((decision) => ({ row: rowKeyOf(decision.key), because: 'leave' in decision ? decision.leave : because })),
  });
  const undos = decisions.filter((decision): decision is RowUndo => !('leave' in decision));
  const refused = decisions.find((decision) => 'leave' in decision);
  if (refused && 'leave' in refused) return leave(refused.leave);
  const present = await rowsOf(undos, ports.table);
  const readings = undos.map((undo) => ({ undo, progress: progressOf(undo, present.get(rowKeyOf(undo.key))) }));
  if (apply) {
    // Rows that an interrupted run put back. Its other rows may have changed since.
    const back = readings.filter(({ progress }) => progress === 'already_back').map(({ undo }) => undo);
    await announce(back, ports);
  }
  if (readings.some(({ progress }) => progress === 'changed_since')) return leave('changed_since');
  const open = readings.filter(({ progress }) => progress === 'untouched').map(({ undo }) => undo);
  const rows = open.map(({ key }) => rowKeyOf(key));
  if (!apply) return { rows, left: [] };
  if (open.length === 0) return { rows, left: [] };
  const writes = [...open.map((undo) => undoWrite(ports.table, undo)), ...(await countWrites(open, ports))];
  if (!(await isWritten([...writes, audit(owner, rows, ports)], ports))) return leave('changed_since');
  await announce(open, ports);
  return { rows, left: [] };
}

/** Transactions of an organization collide at its counters. */
const TRIES = 5;

function isWritten(writes: Write[], { table, pause }: UndoPorts): Promise<boolean> {
  return wonRace(againAfterLostRace(TRIES, () => table.transact(writes), pause));
}

async function rowsOf(undos: readonly RowUndo[], table: Table): Promise<Map<string, Item>> {
  const found = await table.getMany(undos.map(({ key }) => key));
  return new Map(found.map((item) => [rowKeyOf({ pk: String(item.pk), sk: String(item.sk) }), item]));
}

/**
 * Counters of the restored rows: the quotas of servers and webhooks, and the organization's usage count, without which no list
 * contains it. Domains are recounted at night.
 */
async function countWrites(undos: readonly RowUndo[], { table, clock }: UndoPorts): Promise<Write[]> {
  const writes: Write[] = [];
  for (const { kind, found, wanted, owner } of undos) {
    const { organizationId } = owner;
    if (kind === 'organization' && !found) writes.push(useReconciliationStore(table).firstWrite(organizationId, clock()));
    const counted = COUNTED[kind];
    if (!counted || (found && wanted)) continue;
    const counts = await table.get(keys.resourceCounts(organizationId));
    if (counts?.[counted] !== undefined) writes.push(countWrite(table, organizationId, counted, wanted ? 1 : -1));
  }
  return writes;
}

const COUNTED: Partial<Record<UndoableKind, CountedResource>> = { server: 'servers', webhook: 'webhooks' };

function audit({ organizationId, type, id }: Owner, rows: string[], { table, clock, newId }: UndoPorts) {
  const change = { action: ACTIONS[type], resource: { type, id }, after: { rows } };
  return auditWrite(table, administratorsEntry(organizationId, newId('aud'), clock(), change));
}

/** Announces restored certificates to their servers. After an interruption, the next run does it. */
async function announce(undos: readonly RowUndo[], ports: UndoPorts): Promise<void> {
  for (const { key } of undos.filter(({ kind, wanted }) => kind === 'certificate' && wanted?.state === 'present')) {
    const item = await ports.table.get(key);
    const certificate = item && Certificate.parse(item);
    if (certificate?.state === 'present' && certificate.announcedAt === undefined)
      await installAtServer(certificate, ports, ports.clock());
  }
}
