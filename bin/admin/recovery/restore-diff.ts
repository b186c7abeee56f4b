import * as z from 'zod/mini';
import { renewRequested } from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import { isTestTenant } from '../../../lambdas/model/accounts/tenant.ts';
import { timeOf } from '../../../lambdas/model/domains/domain-time.ts';
import { changesSince, SLACK_SECONDS } from '../../../lambdas/shared/audit/audit.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, wonRaceUnlessBusy } from '../../../lambdas/shared/table/lost-race.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';
import type { Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { addProof, hasProof, type Made, noProofs, type Proofs, proofOf } from './audit-proofs.ts';
import { type CopiedCounts, copyEvents, READ_AT_ONCE, type Tables } from './copied-events.store.ts';
import { type Found, type ReplayPorts, type Revived, type RevivedRow, replay } from './replay.ts';
import { type AccessFacts, type AccessKind, revivalOf } from './revival.ts';
import { rowKeyOf } from './row-key.ts';

export type DiffKind = Revived['kind'] | 'events';

export interface DiffOptions {
  restoredTo: Date;
  now: Date;
  /** Nothing is written without. */
  apply: boolean;
  /** What is left as the restored table has it. */
  except: readonly DiffKind[];
}

export interface DiffPorts extends Omit<ReplayPorts, 'table'>, Tables {
  /** Those that the restored table has, with their test data. */
  organizationIds: readonly string[];
  /** Those of the former one. */
  formerOrganizationIds: readonly string[];
  /** A short pause before a lost race is tried again. */
  pause: Pause;
  eachAccessRow: (onPage: (rows: Item[]) => Promise<void>) => Promise<void>;
}

export interface Diff extends CopiedCounts {
  /** What would come back to life; with `apply`, it is ended again. */
  revived: Revived[];
  /**
   * Rows that the former table lacks, though its audit names nobody who ended them: most likely the damage. They stay restored.
   */
  unproven: Revived[];
  /** Rows of the restored table, or of the former one, that no schema reads: nobody can tell. They stay. */
  unreadable: { kind: DiffKind; row: string }[];
  /** What was changed in the restored table after it was changed in the former one: that is the present state. It stays. */
  changed_since: Revived[];
  /** They were deleted since, and are there again: `admin delete-organization` deletes them once more. */
  deleted_organizations: string[];
  /** What was made after the instant that was restored to. */
  lost: Made[];
}

/**
 * What a restored table would bring back to life, against the table that was in use before; with `apply`, all of it is done again
 * there. It may be interrupted and repeated: what was done is found no more.
 */
export async function restoreDiff(options: DiffOptions, ports: DiffPorts): Promise<Diff> {
  const proofs = await proofsIn(ports.former, options, ports);
  const doneSince = await proofsIn(ports.restored, options, ports);
  const diff: Diff = {
    revived: [],
    unproven: [],
    unreadable: [],
    changed_since: [],
    deleted_organizations: ports.organizationIds.filter((id) => !isTestTenant(id) && hasProof(proofs, 'organization', id, id)),
    lost: [
      ...formerOnly(ports).map((id) => ({ kind: 'organization', organization_id: id, id })),
      ...[...proofs.made].filter(([entryId]) => !doneSince.made.has(entryId)).map(([, made]) => made),
    ],
    ...{ event_numbers: 0, deliveries: 0, changed: 0 },
  };

  const settle = async (found: Found) => {
    if (options.except.includes(found.revived.kind)) return;
    diff.revived.push(found.revived);
    if (options.apply && !(await isReplayed(found, ports))) diff.changed += 1;
  };
  const sort = async (compared: Compared) => {
    if ('unreadable' in compared) diff.unreadable.push(compared.unreadable);
    else if (!compared.isProven) diff.unproven.push(compared.found.revived);
    else if (isNewerThere(compared.found, proofs, doneSince)) diff.changed_since.push(compared.found.revived);
    else await settle(compared.found);
  };
  await ports.eachAccessRow(async (rows) => {
    for (let first = 0; first < rows.length; first += READ_AT_ONCE)
      for (const compared of await compare(rows.slice(first, first + READ_AT_ONCE), proofs, options, ports)) await sort(compared);
  });
  const get = async (id: number) => {
    const read = await readable(() => ports.domains.get(id));
    if ('row' in read) return read.row;
    diff.unreadable.push({ kind: 'domain', row: rowKeyOf(keys.domain(id)) });
    return;
  };
  for await (const found of ofDomains(proofs, doneSince, { ...ports, domains: { get } }, options.now)) await settle(found);
  if (!options.except.includes('events'))
    for (const organizationId of ports.organizationIds) {
      const { unreadable, ...copied } = await copyEvents(ports, organizationId, options);
      diff.unreadable.push(...unreadable.map((row) => ({ kind: 'events' as const, row })));
      for (const name of Object.keys(copied) as (keyof CopiedCounts)[]) diff[name] += copied[name];
    }
  return diff;
}

function formerOnly({ organizationIds, formerOrganizationIds }: DiffPorts): string[] {
  return formerOrganizationIds.filter((id) => !organizationIds.includes(id));
}

/**
 * An entry has the time at which its request began, by the clock of its process: what was written after the instant may say that
 * it was before. So entries from just before count, too. What was ended before, the restored table does not have.
 */
async function proofsIn(table: Table, { restoredTo, now }: DiffOptions, ports: DiffPorts): Promise<Proofs> {
  const proofs = noProofs();
  const since = new Date(addSeconds(restoredTo, -SLACK_SECONDS));
  for (const organizationId of [...ports.organizationIds, ...formerOnly(ports)])
    for await (const entry of changesSince(table, organizationId, since, now)) addProof(proofs, entry);
  return proofs;
}

/** Deleted domains, domains whose links were ended, and those that were to get another certificate. */
async function* ofDomains(
  { deletedDomains, linkGenerations, renewals }: Proofs,
  doneSince: Proofs,
  { domains, timings }: Pick<DiffPorts, 'timings'> & { domains: Pick<DiffPorts['domains'], 'get'> },
  now: Date,
): AsyncGenerator<Found> {
  for (const [id, organizationId] of deletedDomains) {
    const domain = await domains.get(id);
    if (!domain || domain.phase === 'removing') continue;
    const kind = 'domain';
    yield { kind, revived: { kind, organization_id: organizationId, id: String(id), what: 'ends' } };
  }
  for (const [id, { organizationId, generation }] of linkGenerations) {
    const domain = await domains.get(id);
    if (!domain || domain.phase === 'removing' || (domain.linkGeneration ?? 0) >= generation) continue;
    const kind = 'portal_link';
    const revived: Revived = { kind, organization_id: organizationId, id: String(id), what: 'ends' };
    yield { kind, revived, linkGeneration: generation };
  }
  for (const [id, organizationId] of renewals) {
    const domain = doneSince.renewals.has(id) ? undefined : await domains.get(id);
    if (!domain || renewRequested(domain, { now: timeOf(domain, { now }), timings }).kind !== 'changed') continue;
    const kind = 'renewal';
    yield { kind, revived: { kind, organization_id: organizationId, id: String(id), what: 'renews' } };
  }
}

/** Transactions about one organization meet at its counters. */
const TRIES = 5;

function isReplayed(found: Found, ports: DiffPorts): Promise<boolean> {
  return wonRaceUnlessBusy(againAfterLostRace(TRIES, () => replay(found, { ...ports, table: ports.restored }), ports.pause));
}

/** `isProven`: the former table proves that somebody ended it, or changed these fields. */
type Compared = { found: RevivedRow; isProven: boolean } | { unreadable: Diff['unreadable'][number] };

async function compare(rows: Item[], proofs: Proofs, { restoredTo, now }: DiffOptions, { former }: Tables): Promise<Compared[]> {
  const live = rows.map((row) => ({ ...row, pk: String(row.pk), sk: String(row.sk) })).filter((row) => !isOver(row, now));
  const present = await former.getMany(live);
  const byKey = new Map(present.map((row) => [rowKeyOf(row as never), row]));
  return live.flatMap((row): Compared[] => {
    const revival = revivalOf(row, byKey.get(rowKeyOf(row)));
    if (!revival) return [];
    const { kind } = revival;
    if ('unreadable' in revival) return [{ unreadable: { kind, row: rowKeyOf(row) } }];
    const { facts } = revival;
    if (isMadeSince(facts, restoredTo)) return [];
    const isRekeyed = kind === 'machine' && proofs.rekeyed.has(facts.id);
    const ends: Revived = { kind, organization_id: facts.organizationId, id: facts.id, what: 'ends' };
    if (revival.ended) {
      const isProven = NEED_NO_PROOF.includes(kind) || isProvenEnd(kind, facts, proofs);
      return [{ found: { kind, revived: ends, row, facts, isRekeyed }, isProven }];
    }
    const { kept } = revival;
    const keeps: Revived = { ...ends, what: 'keeps', fields: Object.keys(kept) };
    const revived = kept.revokedAt === undefined ? keeps : ends;
    return [{ found: { kind, revived, row, facts, kept, isRekeyed }, isProven: true }];
  });
}

/** These end when in doubt: they expire soon, are used once, or are easily made again. */
const NEED_NO_PROOF: readonly AccessKind[] = ['enrollment', 'invitation', 'session'];

function isProvenEnd(kind: AccessKind, { organizationId, id, serverId }: AccessFacts, proofs: Proofs): boolean {
  if (hasProof(proofs, kind, organizationId, id)) return true;
  return serverId !== undefined && hasProof(proofs, 'server', organizationId, String(serverId));
}

/** Readers compare the time themselves: to them it is gone already. */
function isOver({ expiresAtSeconds }: Item, now: Date): boolean {
  return expiresAtSeconds !== undefined && Number(expiresAtSeconds) * 1000 <= now.getTime();
}

/** Clocks differ, and a restore goes to a whole second, which is 5 minutes ago at least. */
const RESTORED_MS = 60_000;

/** The restored table is in use, and somebody made it there: the former one has never had it. */
function isMadeSince({ madeAt = '' }: AccessFacts, restoredTo: Date): boolean {
  return madeAt > new Date(restoredTo.getTime() + RESTORED_MS).toISOString();
}

/** Whoever changed it last says what it is. What was revoked stays so, whatever was changed after. */
function isNewerThere({ kind, facts, kept }: RevivedRow, { changedAt }: Proofs, { changedAt: changedThereAt }: Proofs): boolean {
  if (!kept || kept.revokedAt !== undefined) return false;
  const { organizationId, id, server } = facts;
  const names = [
    proofOf(kind === 'portal' ? 'organization' : kind, organizationId, id),
    ...(server ? [proofOf('server', organizationId, id)] : []),
    ...Object.keys(server?.machines ?? {}).map((machineId) => proofOf('machine', organizationId, machineId)),
  ];
  const lastOf = (instants: Map<string, string>) =>
    names
      .map((name) => instants.get(name) ?? '')
      .toSorted()
      .at(-1) ?? '';
  return lastOf(changedThereAt) > lastOf(changedAt);
}

/** What `read` reads, or that its schema cannot: a row that nobody understands must not keep a command from the others. */
async function readable<Row>(read: () => Promise<Row>): Promise<{ row: Row } | { unreadable: true }> {
  try {
    return { row: await read() };
  } catch (error) {
    if (error instanceof z.core.$ZodError) return { unreadable: true };
    throw error;
  }
}
