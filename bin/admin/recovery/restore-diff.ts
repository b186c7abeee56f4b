import { isTestTenant } from '../../../lambdas/model/accounts/tenant.ts';
import { changesSince } from '../../../lambdas/shared/audit/audit.store.ts';
import { timeDigitsAt } from '../../../lambdas/shared/ids/id-formats.ts';
import { type Key, SERVER_PREFIX } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, wonRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';
import type { Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { addProof, isProven, noProofs, type Proofs, proofOf } from './proofs.ts';
import { type Found, type ReplayPorts, type Revived, replay, serverOf } from './replay.ts';
import { type AccessKind, revivalOf } from './revival.ts';
import { bringToldEvents, type Tables, type Told } from './told-events.store.ts';

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
  /** A moment, for another's transaction to end. */
  pause: Pause;
  eachAccessRow: (onPage: (rows: Item[]) => Promise<void>) => Promise<void>;
}

export interface Diff extends Told {
  /** What would come back to life, or did so before it was ended again. */
  revived: Revived[];
  /** Rows that the former table lacks, though its audit names nobody who ended them: most likely the damage. They stay. */
  unproven: Revived[];
  /** What was changed in the restored table after it was changed in the former one: that is the present state. It stays. */
  changed_since: Revived[];
  /** They were deleted since, and are there again: `admin delete-organization` deletes them once more. */
  deleted_organizations: string[];
  /** How many of each were made after the instant that was restored to. They are lost. */
  lost: Record<string, number>;
}

/** Of a BatchGetItem. */
const READ_AT_ONCE = 100;

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
    changed_since: [],
    deleted_organizations: ports.organizationIds.filter((id) => !isTestTenant(id) && isProven(proofs, 'organization', id, id)),
    lost: Object.fromEntries(proofs.made),
    ...{ event_numbers: 0, deliveries: 0, changed: 0 },
  };
  const lostOrganizations = formerOnly(ports).length;
  if (lostOrganizations > 0) diff.lost.organizations = lostOrganizations;

  const settle = async (found: Found) => {
    if (options.except.includes(found.revived.kind)) return;
    diff.revived.push(found.revived);
    if (options.apply && !(await isReplayed(found, ports))) diff.changed += 1;
  };
  await ports.eachAccessRow(async (rows) => {
    for (let first = 0; first < rows.length; first += READ_AT_ONCE)
      for (const found of await compare(rows.slice(first, first + READ_AT_ONCE), proofs, options, ports)) {
        if (!found.isProven) diff.unproven.push(found.revived);
        else if (isNewerThere(found, proofs, doneSince)) diff.changed_since.push(found.revived);
        else await settle(found);
      }
  });
  for await (const found of ofDomains(proofs, ports)) await settle(found);
  if (!options.except.includes('events'))
    for (const organizationId of ports.organizationIds) {
      const told = await bringToldEvents(ports, organizationId, options);
      for (const name of Object.keys(told) as (keyof Told)[]) diff[name] += told[name];
    }
  return diff;
}

function formerOnly({ organizationIds, formerOrganizationIds }: DiffPorts): string[] {
  return formerOrganizationIds.filter((id) => !organizationIds.includes(id));
}

async function proofsIn(table: Table, { restoredTo, now }: DiffOptions, ports: DiffPorts): Promise<Proofs> {
  const proofs = noProofs();
  for (const organizationId of [...ports.organizationIds, ...formerOnly(ports)])
    for await (const entry of changesSince(table, organizationId, restoredTo, now)) addProof(proofs, entry);
  return proofs;
}

/** Deleted domains, and domains whose links were ended. */
async function* ofDomains({ deletedDomains, linkGenerations }: Proofs, { domains }: DiffPorts): AsyncGenerator<Found> {
  for (const [id, organizationId] of deletedDomains) {
    const domain = await domains.get(id);
    if (!domain || domain.phase === 'removing') continue;
    yield { revived: { kind: 'domain', organization_id: organizationId, id: String(id), what: 'ends' }, row: NO_ROW };
  }
  for (const [id, { organizationId, generation }] of linkGenerations) {
    const domain = await domains.get(id);
    if (!domain || domain.phase === 'removing' || (domain.linkGeneration ?? 0) >= generation) continue;
    const revived: Revived = { kind: 'portal_link', organization_id: organizationId, id: String(id), what: 'ends' };
    yield { revived, row: NO_ROW, kept: { linkGeneration: generation } };
  }
}

/** A domain is read again before it is written. */
const NO_ROW: Found['row'] = { pk: '', sk: '' };

/** Transactions about one organization meet at its counters. */
const TRIES = 5;

function isReplayed(found: Found, ports: DiffPorts): Promise<boolean> {
  return wonRace(againAfterLostRace(TRIES, () => replay(found, { ...ports, table: ports.restored }), ports.pause));
}

async function compare(
  rows: Item[],
  proofs: Proofs,
  { restoredTo, now }: DiffOptions,
  { former }: Tables,
): Promise<(Found & { isProven: boolean })[]> {
  const live = rows
    .map((row) => ({ ...row, pk: String(row.pk), sk: String(row.sk) }))
    .filter((row) => !isOver(row, now) && !isMadeSince(row, restoredTo));
  const present = await former.getMany(live);
  const byKey = new Map(present.map((row) => [`${row.pk}|${row.sk}`, row]));
  return live.flatMap((row) => {
    const revival = revivalOf(row, byKey.get(`${row.pk}|${row.sk}`));
    if (!revival || isOfAnother(row, revival.kind, revival.ended)) return [];
    const { kind } = revival;
    const { organizationId, id } = whose(row, kind);
    const fields = revival.ended ? {} : { fields: Object.keys(revival.kept) };
    const endsByFields = !revival.ended && revival.kept.revokedAt !== undefined;
    const what = revival.ended || endsByFields ? ('ends' as const) : ('keeps' as const);
    const revived: Revived = { kind, organization_id: organizationId, id, what, ...(what === 'keeps' && fields) };
    const found: Found = {
      revived,
      row,
      ...(!revival.ended && { kept: revival.kept }),
      ...(kind === 'machine' && { isRekeyed: proofs.rekeyed.has(id) }),
    };
    return [{ ...found, isProven: !revival.ended || NEED_NO_PROOF.includes(kind) || isProvenEnd(row, kind, proofs) }];
  });
}

/** They end by themselves, are used once, or are made again in a minute: where it is not known, they end. */
const NEED_NO_PROOF: readonly AccessKind[] = ['enrollment', 'invitation', 'session'];

function isProvenEnd(row: Item & Key, kind: AccessKind, proofs: Proofs): boolean {
  const { organizationId, id } = whose(row, kind);
  if (isProven(proofs, kind, organizationId, id)) return true;
  return kind === 'machine' && isProven(proofs, 'server', organizationId, String(serverOf(row)));
}

/** A reader takes it for gone already. */
function isOver({ expiresAtSeconds }: Item, now: Date): boolean {
  return expiresAtSeconds !== undefined && Number(expiresAtSeconds) * 1000 <= now.getTime();
}

/** Clocks differ, and a restore goes to a whole second, which is 5 minutes ago at least. */
const RESTORED_MS = 60_000;
const ONE_USE_TOKEN_MS = 3_600_000;

/** The restored table is in use, and somebody made it there: the former one has never had it. */
function isMadeSince(row: Item & Key, restoredTo: Date): boolean {
  const since = new Date(restoredTo.getTime() + RESTORED_MS);
  const madeAt = row.keyChangedAt ?? row.createdAt ?? row.enrolledAt ?? row.joinedAt ?? row.startedAt;
  if (madeAt !== undefined) return String(madeAt) > since.toISOString();
  const [, timeDigits] = /^(?:inv|ent)_(.{10})/.exec(String(row.tokenId ?? row.sk)) ?? [];
  if (timeDigits !== undefined) return timeDigits > timeDigitsAt(since);
  return Date.parse(String(row.validUntil)) - ONE_USE_TOKEN_MS > since.getTime();
}

/** Whoever changed it last says what it is. What was revoked stays so, whatever was changed after. */
function isNewerThere({ revived, row, kept }: Found, { changedAt }: Proofs, { changedAt: changedThereAt }: Proofs): boolean {
  if (!kept || kept.revokedAt !== undefined) return false;
  const { kind, organization_id: organizationId, id } = revived;
  const names = [
    proofOf(kind === 'portal' ? 'organization' : kind, organizationId, id),
    ...(row.sk.startsWith(SERVER_PREFIX) ? [proofOf('server', organizationId, id)] : []),
    ...Object.keys(Object(row.machines)).map((machineId) => proofOf('machine', organizationId, machineId)),
  ];
  const lastOf = (instants: Map<string, string>) =>
    names
      .map((name) => instants.get(name) ?? '')
      .toSorted()
      .at(-1) ?? '';
  return lastOf(changedThereAt) > lastOf(changedAt);
}

/** Rows that are written with another one, which is compared itself. */
function isOfAnother({ pk }: Key, kind: AccessKind, isGone: boolean): boolean {
  if (kind === 'api_key') return !pk.startsWith('KEY#');
  if (kind === 'member') return !pk.startsWith('ORG#');
  // The organization's row names its token: where that is gone, so is the organization.
  return kind === 'portal' && (isGone || !pk.startsWith('ORG#'));
}

/** The organization and the id by which the audit and people know what a row is about. */
function whose(row: Item & Key, kind: AccessKind): { organizationId: string; id: string } {
  const [, ofKey = ''] = row.pk.split('#');
  const organizationId = String(row.organizationId ?? (OF_NO_ORGANIZATION.includes(kind) ? '' : ofKey));
  const last = row.sk.slice(row.sk.lastIndexOf('#') + 1);
  const ids: Partial<Record<AccessKind, unknown>> = {
    api_key: row.keyId,
    webhook: row.id,
    member: row.userId,
    portal: organizationId,
    machine: row.id,
    invitation: row.invitationId,
    session: ofKey,
    ca_account: ofKey,
    enrollment: row.tokenId ?? row.id ?? ofKey.slice(0, SHOWN_OF_HASH),
  };
  return { organizationId, id: String(ids[kind] ?? last) };
}

const SHOWN_OF_HASH = 12;
const OF_NO_ORGANIZATION: readonly AccessKind[] = ['session', 'ca_account'];
