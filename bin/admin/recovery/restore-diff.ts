import * as z from 'zod/mini';
import { requestRenewal } from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import { isTestTenant } from '../../../lambdas/model/accounts/tenant.ts';
import { actionTimeOf } from '../../../lambdas/model/domains/domain-time.ts';
import { changesSince, SLACK_SECONDS } from '../../../lambdas/shared/audit/audit.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, wonRaceUnlessBusy } from '../../../lambdas/shared/table/lost-race.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';
import type { Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { addProof, type CreatedResource, hasProof, noProofs, type Proofs, proofOf } from './audit-proofs.ts';
import { BATCH_GET_LIMIT, type CopiedCounts, copyEvents, type Tables } from './copied-events.store.ts';
import { type ReplayItem, type ReplayPorts, type Revived, type RevivedRow, replay } from './replay.ts';
import { type AccessFacts, type AccessKind, revivalOf } from './revival.ts';
import { rowKeyOf } from './row-key.ts';

export type DiffKind = Revived['kind'] | 'events';

export interface DiffOptions {
  restoredTo: Date;
  now: Date;
  /** False: nothing is written. */
  apply: boolean;
  /** Kinds of rows to leave unchanged in the restored table. */
  except: readonly DiffKind[];
}

export interface DiffPorts extends Omit<ReplayPorts, 'table'>, Tables {
  /** Organizations of the restored table, with their test tenants. */
  organizationIds: readonly string[];
  formerOrganizationIds: readonly string[];
  /** Short pause before the retry of a lost race. */
  pause: Pause;
  eachAccessRow: (onPage: (rows: Item[]) => Promise<void>) => Promise<void>;
}

export interface Diff extends CopiedCounts {
  /** What the restore would revive. `apply` ends it again. */
  revived: Revived[];
  /** Rows missing in the former table without an audit entry of their deletion: most likely the damage. They remain restored. */
  unproven: Revived[];
  /** Rows of either table that no schema can read, so no decision is possible. They remain. */
  unreadable: { kind: DiffKind; row: string }[];
  /** Changed in the restored table later than in the former one, so it is current. It remains. */
  changed_since: Revived[];
  /** Deleted since the restore point, and back again. `admin delete-organization` deletes them once more. */
  deleted_organizations: string[];
  /** Created after the restore point. */
  lost: CreatedResource[];
}

/**
 * Finds what a restored table would revive, compared with the former table. `apply` repeats the changes there. Safe to interrupt
 * and repeat: completed changes are not found again.
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

  const settle = async (found: ReplayItem) => {
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
    for (let first = 0; first < rows.length; first += BATCH_GET_LIMIT)
      for (const compared of await compare(rows.slice(first, first + BATCH_GET_LIMIT), proofs, options, ports))
        await sort(compared);
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
 * An entry has its request's start time on its process's clock, which may be before the restore point although the write came
 * after it. So entries from just before count too. The restored table lacks what was already ended by then.
 */
async function proofsIn(table: Table, { restoredTo, now }: DiffOptions, ports: DiffPorts): Promise<Proofs> {
  const proofs = noProofs();
  const since = new Date(addSeconds(restoredTo, -SLACK_SECONDS));
  for (const organizationId of [...ports.organizationIds, ...formerOnly(ports)])
    for await (const entry of changesSince(table, organizationId, since, now)) addProof(proofs, entry);
  return proofs;
}

/** Deleted domains, domains with invalidated links, and domains that were to get another certificate. */
async function* ofDomains(
  { deletedDomains, linkGenerations, renewals }: Proofs,
  doneSince: Proofs,
  { domains, timings }: Pick<DiffPorts, 'timings'> & { domains: Pick<DiffPorts['domains'], 'get'> },
  now: Date,
): AsyncGenerator<ReplayItem> {
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
    if (!domain || requestRenewal(domain, { now: actionTimeOf(domain, { now }), timings }).kind !== 'changed') continue;
    const kind = 'renewal';
    yield { kind, revived: { kind, organization_id: organizationId, id: String(id), what: 'renews' } };
  }
}

/** Transactions of an organization collide at its counters. */
const TRIES = 5;

function isReplayed(found: ReplayItem, ports: DiffPorts): Promise<boolean> {
  return wonRaceUnlessBusy(againAfterLostRace(TRIES, () => replay(found, { ...ports, table: ports.restored }), ports.pause));
}

/** `isProven`: an audit entry of the former table proves the deletion or the change of these fields. */
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

/** Ended without proof: they expire soon, work once, or are easy to create again. */
const NEED_NO_PROOF: readonly AccessKind[] = ['enrollment', 'invitation', 'session'];

function isProvenEnd(kind: AccessKind, { organizationId, id, serverId }: AccessFacts, proofs: Proofs): boolean {
  if (hasProof(proofs, kind, organizationId, id)) return true;
  return serverId !== undefined && hasProof(proofs, 'server', organizationId, String(serverId));
}

/** Readers compare the expiry themselves, so the row is already gone for them. */
function isOver({ expiresAtSeconds }: Item, now: Date): boolean {
  return expiresAtSeconds !== undefined && Number(expiresAtSeconds) * 1000 <= now.getTime();
}

/** Tolerance for clock differences. A restore point is a whole second, at least 5 minutes ago. */
const RESTORED_MS = 60_000;

/** True for a row created in the restored table while it was already in use. The former table never had it. */
function isMadeSince({ madeAt = '' }: AccessFacts, restoredTo: Date): boolean {
  return madeAt > new Date(restoredTo.getTime() + RESTORED_MS).toISOString();
}

/** The last change wins, but a revocation is final. */
function isNewerThere({ kind, facts, kept }: RevivedRow, { changedAt }: Proofs, { changedAt: changedThereAt }: Proofs): boolean {
  if (!kept || kept.revokedAt !== undefined) return false;
  const { organizationId, id, machineRoles } = facts;
  const names = [
    proofOf(kind === 'portal' ? 'organization' : kind, organizationId, id),
    ...(machineRoles ? [proofOf('server', organizationId, id)] : []),
  ];
  const lastOf = (instants: Map<string, string>) =>
    names
      .map((name) => instants.get(name) ?? '')
      .toSorted()
      .at(-1) ?? '';
  return lastOf(changedThereAt) > lastOf(changedAt);
}

/** The row, or `unreadable`: a row that its schema cannot read must not stop the command. */
async function readable<Row>(read: () => Promise<Row>): Promise<{ row: Row } | { unreadable: true }> {
  try {
    return { row: await read() };
  } catch (error) {
    if (error instanceof z.core.$ZodError) return { unreadable: true };
    throw error;
  }
}
