import { changesSince } from '../../../lambdas/shared/audit/audit.store.ts';
import type { Key } from '../../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, wonRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { addProof, isProven, noProofs, type Proofs } from './proofs.ts';
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
  /** A moment, for another's transaction to end. */
  pause: Pause;
  eachAccessRow: (onPage: (rows: Item[]) => Promise<void>) => Promise<void>;
}

export interface Diff extends Told {
  /** What would come back to life, or did so before it was ended again. */
  revived: Revived[];
  /** Rows that the former table lacks, though its audit names nobody who ended them: most likely the damage. They stay. */
  unproven: Revived[];
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
  const diff: Diff = { revived: [], unproven: [], lost: {}, event_numbers: 0, deliveries: 0, changed: 0 };
  const proofs = noProofs();
  for (const organizationId of ports.organizationIds)
    for await (const entry of changesSince(ports.former, organizationId, options.restoredTo, options.now))
      addProof(proofs, entry);
  diff.lost = Object.fromEntries(proofs.made);

  const settle = async (found: Found) => {
    if (options.except.includes(found.revived.kind)) return;
    diff.revived.push(found.revived);
    if (options.apply && !(await isReplayed(found, ports))) diff.changed += 1;
  };
  await ports.eachAccessRow(async (rows) => {
    for (let first = 0; first < rows.length; first += READ_AT_ONCE)
      for (const { found, proven } of await compare(rows.slice(first, first + READ_AT_ONCE), proofs, options.now, ports)) {
        if (proven) await settle(found);
        else diff.unproven.push(found.revived);
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
  now: Date,
  { former }: Tables,
): Promise<{ found: Found; proven: boolean }[]> {
  const live = rows.map((row) => ({ ...row, pk: String(row.pk), sk: String(row.sk) })).filter((row) => !isOver(row, now));
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
    return [{ found, proven: !revival.ended || NEED_NO_PROOF.includes(kind) || isProvenEnd(row, kind, proofs) }];
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
  const organizationId = String(row.organizationId ?? (kind === 'session' ? '' : ofKey));
  const last = row.sk.slice(row.sk.lastIndexOf('#') + 1);
  const ids: Partial<Record<AccessKind, unknown>> = {
    api_key: row.keyId,
    webhook: row.id,
    member: row.userId,
    portal: organizationId,
    machine: row.id,
    invitation: row.invitationId,
    session: ofKey,
    enrollment: row.tokenId ?? row.id ?? ofKey.slice(0, SHOWN_OF_HASH),
  };
  return { organizationId, id: String(ids[kind] ?? last) };
}

const SHOWN_OF_HASH = 12;
