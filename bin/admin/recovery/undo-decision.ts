import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { domainItem } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { Certificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { WITHOUT_MACHINES } from '../../../lambdas/model/servers/server.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { DUE_ZONE_PARTITION, type Key } from '../../../lambdas/shared/table/keys.ts';
import type { Condition, Item, Table, Write } from '../../../lambdas/shared/table/table.store.ts';
import { assignments } from '../../../lambdas/shared/table/write-input.ts';
import { revivalOf } from './revival.ts';
import { type Owner, ownerOf, PRESERVED_ATTRIBUTES, ROW_PARSERS, type UndoableKind, undoableKindOf } from './undoable-rows.ts';

/** A row at the start and at the end of the time range. An image is absent when the row did not exist. */
export interface RowChange {
  key: Key;
  before?: Item | undefined;
  after?: Item | undefined;
}

export const SKIP_REASONS = {
  changed_since: 'somebody, or the service, has written it after that time',
  has_new_certificate: 'a certificate was issued in that time: change the domain by the API',
  revocation_requested: 'its certificate is to be revoked, which stays so: change the domain by the API',
  access_ended: 'it gave somebody access, and was deleted: create it again',
  created: 'it was created in that time, and others may use it: delete it by the API',
  other_holder: 'another domain has the hostname by now',
  unreadable: 'this release cannot read it: undo it with the release that wrote it',
  managed_by_cloudfront: 'CloudFront gets the certificate itself: retry the domain',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/**
 * How to put a row back. `found`: attributes that must still have the mistaken write's values; undefined: the row must not exist.
 * `wanted`: their restored values; undefined: delete the row. `also`: additional writes.
 */
export interface RowUndo extends UndoneRow {
  found: Item | undefined;
  wanted: Item | undefined;
  also: Item;
}

export type Decision = RowUndo | (UndoneRow & { leave: SkipReason });

interface UndoneRow {
  kind: UndoableKind;
  key: Key;
  owner: Owner;
}

/**
 * More attempts and revisions than a deletion can use after the last known one. Execution names, and revisions that agents have
 * seen, must never repeat.
 */
const STEPS_OF_A_DELETION = 1000;

type Leave = (because: SkipReason) => Decision;

/** A changed row parsed by its schema, before and after. */
type ReadChange = {
  [Kind in UndoableKind]: {
    kind: Kind;
    before?: ReturnType<(typeof ROW_PARSERS)[Kind]>;
    after?: ReturnType<(typeof ROW_PARSERS)[Kind]>;
  };
}[UndoableKind];

/** Undefined: no schema can read it. */
function readChange(kind: UndoableKind, { before, after }: RowChange): ReadChange | undefined {
  try {
    return {
      kind,
      ...(before && { before: ROW_PARSERS[kind](before) }),
      ...(after && { after: ROW_PARSERS[kind](after) }),
    } as ReadChange;
  } catch (error) {
    if (error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}

/** The decision about a changed row; undefined: nothing to do. */
export function decideUndo(change: RowChange, now: Date): Decision | undefined {
  const { key, before, after } = change;
  const image = before ?? after;
  const kind = undoableKindOf(key);
  // The daily visits maintain their own memory.
  if (!kind || !image || (kind === 'watch' && after)) return undefined;
  // The TTL deleted it, or would have by now.
  if (!after && Number(image.expiresAtSeconds ?? Number.POSITIVE_INFINITY) * 1000 <= now.getTime()) return undefined;
  const row = { kind, key, owner: ownerOf(kind, image) };
  const leave = (because: SkipReason) => ({ ...row, leave: because });
  const read = readChange(kind, change);
  const revival = before && revivalOf({ ...before, ...key }, after);
  if (!read || (revival && 'unreadable' in revival)) return leave('unreadable');
  if (revival?.ended) return leave('access_ended');
  if (before && after) return decideChanged(read, { before: { ...before, ...revival?.kept }, after }, now, row, leave);
  if (before) return { ...row, found: undefined, wanted: toRestored(read, before, now), also: {} };
  return decideCreated(read, image, row, leave);
}

function decideCreated({ kind, after }: ReadChange, image: Item, row: UndoneRow, leave: Leave): Decision {
  const gone = { ...row, found: omit(image, ...PRESERVED_ATTRIBUTES[kind]), wanted: undefined, also: {} };
  switch (kind) {
    case 'watch':
    case 'claim':
    case 'webhook':
      return gone;
    case 'domain':
      return after?.served ? leave('has_new_certificate') : gone;
    case 'certificate':
      return leave('has_new_certificate');
    case 'server':
    case 'address':
    case 'organization':
      return leave('created');
  }
}

function decideChanged(
  read: ReadChange,
  { before, after }: { before: Item; after: Item },
  now: Date,
  row: UndoneRow,
  leave: Leave,
): Decision | undefined {
  if (!read.before || !read.after) return undefined;
  if (read.kind === 'certificate') return decideCertificate(read.before, read.after, { before, after }, row, leave);
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !PRESERVED_ATTRIBUTES[read.kind].includes(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (differing.every((name) => name === 'version')) return undefined;
  const undo = { ...row, found: pick(after, differing), wanted: pick(before, differing), also: {} };
  const raise = (name: 'version' | 'revision', number: number) => ({
    found: { ...undo.found, [name]: number },
    wanted: { ...undo.wanted, [name]: number + 1 },
  });
  switch (read.kind) {
    case 'domain': {
      const [was, is] = [read.before, read.after];
      if (servedBy(was) !== servedBy(is)) return leave('has_new_certificate');
      if (is.revocation && !isDeepStrictEqual(was.revocation, is.revocation)) return leave('revocation_requested');
      const { found, wanted } = raise('version', is.version);
      const { execution } = domainItem(inAttempt(was, is.execution.attempt + 1));
      return { ...undo, found, wanted: { ...wanted, execution } };
    }
    case 'claim':
      if (read.before.domainId !== read.after.domainId || read.before.organizationId !== read.after.organizationId)
        return leave('other_holder');
      return undo;
    case 'address': {
      const also = { duePk: DUE_ZONE_PARTITION, stepDueAt: now.toISOString(), problem: undefined };
      return { ...undo, ...raise('revision', read.after.revision), also };
    }
    case 'webhook':
      return { ...undo, ...raise('version', read.after.version) };
    case 'watch':
    case 'server':
    case 'organization':
      return undo;
  }
}

const OF_A_CERTIFICATE = ['facts', 'state', 'attempt', 'domainId', 'chainPem', 'sealedKey'];

/** Restores only a removed certificate, and announces it to its server again. Never replaces a newer one. */
function decideCertificate(
  was: Certificate,
  is: Certificate,
  { before, after }: { before: Item; after: Item },
  row: UndoneRow,
  leave: Leave,
): Decision | undefined {
  if (was.facts.fingerprintSha256 !== is.facts.fingerprintSha256 || was.domainId !== is.domainId)
    return leave('has_new_certificate');
  if (was.state === is.state || was.state === 'removed') return undefined;
  if (was.state !== 'present') return leave('managed_by_cloudfront');
  const notAnnounced = {
    changedAt: undefined,
    announcedAt: undefined,
    announcedRevision: undefined,
    expiresAtSeconds: undefined,
  };
  return { ...row, found: pick(after, OF_A_CERTIFICATE), wanted: pick(before, OF_A_CERTIFICATE), also: notAnnounced };
}

function toRestored({ kind, before }: ReadChange, item: Item, now: Date): Item {
  const kept = omit(item, 'expiresAtSeconds');
  if (!before) return kept;
  switch (kind) {
    case 'domain':
      return domainItem({
        ...inAttempt(before, before.execution.attempt + STEPS_OF_A_DELETION),
        version: before.version + 1,
      });
    case 'server':
      return { ...omit(kept, ...PRESERVED_ATTRIBUTES.server), ...begunAnew(before, item, now) };
    case 'certificate':
      return omit(kept, 'changedAt', 'listedAt', 'announcedAt', 'announcedRevision');
    case 'claim':
    case 'watch':
    case 'address':
    case 'webhook': // it stays away (revival.ts)
    case 'organization':
      return kept;
  }
}

/** A later attempt: a running execution sees that its attempt is over, and the next execution gets an unused name. */
function inAttempt(domain: Domain, attempt: number): Domain {
  return { ...domain, execution: { ...domain.execution, attempt } };
}

/** Without its machines, which enroll again. An AWS account is checked at once. */
function begunAnew(server: Server, { duePk }: Item, now: Date): Item {
  if (server.type === 'agent') return { ...WITHOUT_MACHINES, revision: server.revision + STEPS_OF_A_DELETION };
  return duePk === undefined ? {} : { duePk, stepDueAt: now.toISOString() };
}

const servedBy = ({ served }: Domain) => served?.certificate.fingerprintSha256;

/** Progress of a row's undo. `untouched`: as the mistaken write left it. */
export type Progress = 'untouched' | 'already_back' | 'changed_since';

export function progressOf({ found, wanted }: RowUndo, present: Item | undefined): Progress {
  if (holds(present, wanted)) return 'already_back';
  return holds(present, found) ? 'untouched' : 'changed_since';
}

function holds(present: Item | undefined, facts: Item | undefined): boolean {
  if (!present || !facts) return present === facts;
  return Object.entries(facts).every(([name, value]) => isDeepStrictEqual(present[name], value));
}

/** Puts the row back on condition that it is still as the mistaken write left it. */
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

/** `undefined` for attributes that the row lacks. */
function pick(row: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
