import { isDeepStrictEqual } from 'node:util';
import { DUE_ZONE_PARTITION, type Key } from '../../../lambdas/shared/table/keys.ts';
import type { Condition, Item, Table, Write } from '../../../lambdas/shared/table/table.store.ts';
import { assignments } from '../../../lambdas/shared/table/write-input.ts';
import { revivalOf } from './revival.ts';
import { KEPT, kindOf, type Owner, ownerOf, type UndoneKind } from './row-rules.ts';

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
export interface RowUndo extends OfRow {
  found: Item | undefined;
  wanted: Item | undefined;
  also: Item;
}

export type Decision = RowUndo | (OfRow & { leave: LeftBecause });

interface OfRow {
  kind: UndoneKind;
  key: Key;
  owner: Owner;
}

/**
 * More than the attempts and revisions that a deletion can have used up after the last known one: names of executions that were
 * used, and revisions that agents have seen, must not be given again.
 */
const BEYOND_A_DELETION = 1000;

/** What is to be done about a row that changed; undefined: nothing. */
export function decide(change: RowChange, now: Date): Decision | undefined {
  const { key, before, after } = change;
  const image = before ?? after;
  const kind = kindOf(key);
  if (!kind || !image) return undefined;
  const of = { kind, key, owner: ownerOf(kind, image) };
  const leave = (because: LeftBecause) => ({ ...of, leave: because });
  const revival = before && revivalOf({ ...before, ...key }, after);
  if (revival?.ended) return leave('access_ended');
  if (before && after) return decideChanged({ ...before, ...revival?.kept }, after, now, of, leave);
  return before ? decideDeleted(before, now, of) : decideCreated(image, of, leave);
}

function decideDeleted(before: Item, now: Date, of: OfRow): Decision | undefined {
  // The TTL took it, or would have.
  if (Number(before.expiresAtSeconds ?? Number.POSITIVE_INFINITY) * 1000 <= now.getTime()) return undefined;
  return { ...of, found: undefined, wanted: toReturned(of.kind, before, now), also: {} };
}

function decideCreated(after: Item, of: OfRow, leave: (because: LeftBecause) => Decision): Decision | undefined {
  const gone = { ...of, found: without(after, KEPT[of.kind]), wanted: undefined, also: {} };
  switch (of.kind) {
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
  of: OfRow,
  leave: (because: LeftBecause) => Decision,
): Decision | undefined {
  const { kind } = of;
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !KEPT[kind].includes(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (kind === 'certificate') return decideCertificate(before, after, of, leave);
  if (differing.every((name) => name === 'version')) return undefined;
  const found = { ...pick(after, differing), ...(after.version !== undefined && { version: after.version }) };
  const wanted = { ...pick(before, differing), ...countedOn(after) };
  switch (kind) {
    case 'domain':
      if (servedBy(before) !== servedBy(after)) return leave('has_new_certificate');
      if (revokedIn(after) && !isDeepStrictEqual(revokedIn(before), revokedIn(after))) return leave('revocation_requested');
      return { ...of, found, wanted: { ...wanted, execution: executionBehind(before, after, 1) }, also: {} };
    case 'claim':
      if (before.domainId !== after.domainId || before.organizationId !== after.organizationId) return leave('other_holder');
      return { ...of, found, wanted, also: {} };
    case 'address':
      return {
        ...of,
        found: { ...found, revision: after.revision },
        wanted: { ...wanted, revision: Number(after.revision) + 1 },
        also: { duePk: DUE_ZONE_PARTITION, stepDueAt: now.toISOString(), problem: undefined },
      };
    case 'watch': // what the daily visits remember is theirs
      return undefined;
    case 'server':
    case 'webhook':
    case 'organization':
      return { ...of, found, wanted, also: {} };
  }
}

/** Only one that was taken away comes back, and then its server has to be told of it anew: a newer one is never replaced. */
function decideCertificate(
  before: Item,
  after: Item,
  of: OfRow,
  leave: (because: LeftBecause) => Decision,
): Decision | undefined {
  const [was, is] = [fingerprintOf(before), fingerprintOf(after)];
  if (was !== is || before.domainId !== after.domainId) return leave('has_new_certificate');
  if (before.state === after.state || before.state === 'removed') return undefined;
  if (before.state !== 'present') return leave('managed_by_cloudfront');
  const untold = { changedAt: undefined, announcedAt: undefined, announcedRevision: undefined, expiresAtSeconds: undefined };
  return {
    ...of,
    found: pick(after, ['facts', 'state', 'attempt', 'domainId', 'chainPem', 'sealedKey']),
    wanted: pick(before, ['facts', 'state', 'attempt', 'domainId', 'chainPem', 'sealedKey']),
    also: untold,
  };
}

/** A deleted row as it comes back. */
function toReturned(kind: UndoneKind, before: Item, now: Date): Item {
  const counted = { ...without(before, ['expiresAtSeconds']), ...countedOn(before) };
  switch (kind) {
    case 'domain':
      return { ...counted, execution: executionBehind(before, before, BEYOND_A_DELETION) };
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
  if (type === 'agent') return { machines: {}, revision: Number(revision) + BEYOND_A_DELETION };
  return duePk === undefined ? {} : { duePk, stepDueAt: now.toISOString() };
}

/** A running execution of a later attempt sees that the row has moved on, and the next one gets a name that was never used. */
function executionBehind(before: Item, after: Item, attempts: number): Item {
  const attemptOf = ({ execution }: Item) => Number((execution as Item | undefined)?.attempt ?? 0);
  return { ...(before.execution as Item), attempt: attemptOf(after) + attempts };
}

/** A version is never given twice: whoever read the mistaken row must lose. */
function countedOn({ version }: Item): Item {
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

/** What a row is now, beside what is to be done about it. */
export type Progress = 'as_left' | 'back' | 'changed_since';

export function progressOf({ found, wanted }: RowUndo, present: Item | undefined): Progress {
  if (holds(present, wanted)) return 'back';
  return holds(present, found) ? 'as_left' : 'changed_since';
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
