import { isDeepStrictEqual } from 'node:util';
import { DUE_ZONE_PARTITION, type Key } from '../../../lambdas/shared/table/keys.ts';
import type { Condition, Item, Table, Write } from '../../../lambdas/shared/table/table.store.ts';
import { assignments } from '../../../lambdas/shared/table/write-input.ts';
import { revivalOf } from './revival.ts';
import { KEPT, kindOf, type Owner, ownerOf, type UndoneKind } from './undone-rows.ts';

/** A row at the start and at the end of a time; an image is absent where the row was not there. */
export interface RowChange {
  key: Key;
  before?: Item | undefined;
  after?: Item | undefined;
}

/** Why a row is left as it is. */
export const LEFT_BECAUSE = {
  changed_since: 'somebody, or the service, has written it after that time',
  has_new_certificate: 'a certificate was issued in that time: change the domain by the API',
  revocation_requested: 'its certificate is to be revoked, which stays so: change the domain by the API',
  access_ended: 'it gave somebody access, and was deleted: create it again',
  created: 'it was created in that time, and others may use it: delete it by the API',
  other_holder: 'another domain has the hostname by now',
  managed_by_cloudfront: 'CloudFront gets the certificate itself: retry the domain',
} as const;
export type LeftBecause = keyof typeof LEFT_BECAUSE;

/**
 * What puts a row back. `found`: the attributes that must still be as the mistaken write left them; undefined: the row must not
 * be there. `wanted`: those attributes as they are put back; undefined: the row goes. `also`: what is written besides.
 */
export interface RowUndo extends UndoneRow {
  found: Item | undefined;
  wanted: Item | undefined;
  also: Item;
}

export type Decision = RowUndo | (UndoneRow & { leave: LeftBecause });

interface UndoneRow {
  kind: UndoneKind;
  key: Key;
  owner: Owner;
}

/**
 * More attempts and revisions than a deletion uses after the last known one. Names of executions, and revisions that agents have
 * seen, must not be given again.
 */
const STEPS_OF_A_DELETION = 1000;

/** What is to be done about a row that changed; undefined: nothing. */
export function decide(change: RowChange, now: Date): Decision | undefined {
  const { key, before, after } = change;
  const image = before ?? after;
  const kind = kindOf(key);
  if (!kind || !image) return undefined;
  const row = { kind, key, owner: ownerOf(kind, image) };
  const leave = (because: LeftBecause) => ({ ...row, leave: because });
  const revival = before && revivalOf({ ...before, ...key }, after);
  if (revival?.ended) return leave('access_ended');
  if (before && after) return decideChanged({ ...before, ...revival?.kept }, after, now, row, leave);
  return before ? decideDeleted(before, now, row) : decideCreated(image, row, leave);
}

function decideDeleted(before: Item, now: Date, row: UndoneRow): Decision | undefined {
  // The TTL deleted it, or would have by now.
  if (Number(before.expiresAtSeconds ?? Number.POSITIVE_INFINITY) * 1000 <= now.getTime()) return undefined;
  return { ...row, found: undefined, wanted: toRestored(row.kind, before, now), also: {} };
}

function decideCreated(after: Item, row: UndoneRow, leave: (because: LeftBecause) => Decision): Decision | undefined {
  const gone = { ...row, found: without(after, KEPT[row.kind]), wanted: undefined, also: {} };
  switch (row.kind) {
    case 'watch':
      return undefined;
    case 'claim':
    case 'webhook':
      return gone;
    case 'domain':
      return servedBy(after) === undefined ? gone : leave('has_new_certificate');
    case 'certificate':
      return leave('has_new_certificate');
    case 'server':
    case 'address':
    case 'organization':
      return leave('created');
  }
}

function decideChanged(
  before: Item,
  after: Item,
  now: Date,
  row: UndoneRow,
  leave: (because: LeftBecause) => Decision,
): Decision | undefined {
  const { kind } = row;
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !KEPT[kind].includes(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (kind === 'certificate') return decideCertificate(before, after, row, leave);
  if (differing.every((name) => name === 'version')) return undefined;
  const found = { ...pick(after, differing), ...(after.version !== undefined && { version: after.version }) };
  const wanted = { ...pick(before, differing), ...nextVersion(after) };
  switch (kind) {
    case 'domain':
      if (servedBy(before) !== servedBy(after)) return leave('has_new_certificate');
      if (revokedIn(after) && !isDeepStrictEqual(revokedIn(before), revokedIn(after))) return leave('revocation_requested');
      return { ...row, found, wanted: { ...wanted, execution: executionAfter(before, after, 1) }, also: {} };
    case 'claim':
      if (before.domainId !== after.domainId || before.organizationId !== after.organizationId) return leave('other_holder');
      return { ...row, found, wanted, also: {} };
    case 'address':
      return {
        ...row,
        found: { ...found, revision: after.revision },
        wanted: { ...wanted, revision: Number(after.revision) + 1 },
        also: { duePk: DUE_ZONE_PARTITION, stepDueAt: now.toISOString(), problem: undefined },
      };
    case 'watch': // what the daily visits remember is theirs
      return undefined;
    case 'server':
    case 'webhook':
    case 'organization':
      return { ...row, found, wanted, also: {} };
  }
}

/** Only a removed certificate comes back, and is announced to its server again. A newer one is never replaced. */
function decideCertificate(
  before: Item,
  after: Item,
  row: UndoneRow,
  leave: (because: LeftBecause) => Decision,
): Decision | undefined {
  const [was, is] = [fingerprintOf(before), fingerprintOf(after)];
  if (was !== is || before.domainId !== after.domainId) return leave('has_new_certificate');
  if (before.state === after.state || before.state === 'removed') return undefined;
  if (before.state !== 'present') return leave('managed_by_cloudfront');
  const notAnnounced = {
    changedAt: undefined,
    announcedAt: undefined,
    announcedRevision: undefined,
    expiresAtSeconds: undefined,
  };
  return {
    ...row,
    found: pick(after, ['facts', 'state', 'attempt', 'domainId', 'chainPem', 'sealedKey']),
    wanted: pick(before, ['facts', 'state', 'attempt', 'domainId', 'chainPem', 'sealedKey']),
    also: notAnnounced,
  };
}

/** A deleted row as it comes back. */
function toRestored(kind: UndoneKind, before: Item, now: Date): Item {
  const counted = { ...without(before, ['expiresAtSeconds']), ...nextVersion(before) };
  switch (kind) {
    case 'domain':
      return { ...counted, execution: executionAfter(before, before, STEPS_OF_A_DELETION) };
    case 'server':
      return { ...without(counted, KEPT.server), ...begunAnew(before, now) };
    case 'certificate':
      return without(counted, ['changedAt', 'listedAt', 'announcedAt', 'announcedRevision']);
    case 'claim':
    case 'watch':
    case 'address':
    case 'webhook': // it stays away (revival.ts)
    case 'organization':
      return counted;
  }
}

/** Without its machines, which enroll again. An AWS account is checked at once. */
function begunAnew({ type, revision, duePk }: Item, now: Date): Item {
  if (type === 'agent') return { machines: {}, revision: Number(revision) + STEPS_OF_A_DELETION };
  return duePk === undefined ? {} : { duePk, stepDueAt: now.toISOString() };
}

/** A later attempt: a running execution sees that the row has moved on, and the next one gets a name that was never used. */
function executionAfter(before: Item, after: Item, attempts: number): Item {
  const attemptOf = ({ execution }: Item) => Number((execution as Item | undefined)?.attempt ?? 0);
  return { ...(before.execution as Item), attempt: attemptOf(after) + attempts };
}

/** A version is never given twice: a write by whoever read the mistaken row must fail. */
function nextVersion({ version }: Item): Item {
  return version === undefined ? {} : { version: Number(version) + 1 };
}

function servedBy({ served, listed }: Item): string | undefined {
  const holder = (served ?? (listed as Item | undefined)?.served) as { certificate?: Item } | undefined;
  return holder?.certificate && String(holder.certificate.fingerprintSha256);
}

function revokedIn({ revocation, listed }: Item): unknown {
  return revocation ?? (listed as Item | undefined)?.revocation;
}

function fingerprintOf({ facts }: Item): unknown {
  return (facts as Item | undefined)?.fingerprintSha256;
}

/** How far a row is on its way back; `untouched`: it is as the mistaken write left it. */
export type Progress = 'untouched' | 'already_back' | 'changed_since';

export function progressOf({ found, wanted }: RowUndo, present: Item | undefined): Progress {
  if (holds(present, wanted)) return 'already_back';
  return holds(present, found) ? 'untouched' : 'changed_since';
}

function holds(present: Item | undefined, facts: Item | undefined): boolean {
  if (!present || !facts) return present === facts;
  return Object.entries(facts).every(([name, value]) => isDeepStrictEqual(present[name], value));
}

/** The write that puts the row back where it is still as the mistaken write left it. */
export function undoWrite(table: Pick<Table, 'putWrite' | 'updateWrite' | 'deleteWrite'>, undo: RowUndo): Write {
  const { key, found, wanted, also } = undo;
  if (!found) return table.putWrite({ ...wanted, ...key }, { expression: 'attribute_not_exists(pk)' });
  const { expression: condition = '', names = {}, values = {} } = isStill(found);
  if (!wanted) return table.deleteWrite(key, isStill(found));
  const set = assignments({ ...wanted, ...also });
  return table.updateWrite(key, {
    expression: set.expression,
    condition,
    names: { ...set.names, ...names },
    values: { ...set.values, ...values },
  });
}

function isStill(found: Item): Condition {
  const given = Object.entries(found).filter(([name]) => name !== 'pk' && name !== 'sk');
  const clauses = given.map(([name, value]) =>
    value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :seen_${name}`,
  );
  const known = given.filter(([, value]) => value !== undefined);
  return {
    expression: ['attribute_exists(pk)', ...clauses].join(' AND '),
    names: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(known.map(([name, value]) => [`:seen_${name}`, value])),
  };
}

/** With `undefined` for what the row does not have. */
function pick(row: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function without(row: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
