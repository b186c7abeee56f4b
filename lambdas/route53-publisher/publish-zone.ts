import { isIP } from 'node:net';
import type { LabelRecords, RecordSet, ZoneState } from '../model/servers/label-records.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { lazily } from '../wiring/lazily.ts';
import type { Zone } from '../wiring/zone.wiring.ts';
import { changesBetween, countFittingChanges, PROOF_TTL_SECONDS, quoteTxt, recordSetsOf } from './record-sets.ts';
import {
  NEXT_CHECK_SECONDS,
  type SendChangePorts,
  saveState,
  scheduleNextCheck,
  sendStored,
  storeAndSend,
} from './send-change.ts';
import { isServedEverywhere } from './served-set.ts';

export type ZonePorts = SendChangePorts &
  Pick<Zone, 'ownCaa' | 'askEveryServer'> & {
    /** Targets of labels without records of their own; empty: none. */
    defaultAddresses: readonly string[];
  };

/** `awaited` (in this process): when it last scheduled another run because the zone was locked. */
type PublishZonePorts = ZonePorts & { awaited: { at: string } };

/** Longer than a run may take. */
export const LOCK_SECONDS = 60;
/** After that the names are no longer awaited, and an alarm tells the operator. */
const MAX_SYNC_SECONDS = 600;
/** Less than the schedule's interval: after a change of the CA account the old records would block every order. */
const CAA_KEPT_SECONDS = 240;
/** Route 53 applies a batch as a whole, so a few of its names represent all. */
const NAMES_ASKED_FOR = 3;
const WRITES_AT_ONCE = 50;
/** Marks records that are only assumed to be in the zone: no written record has this TTL. */
const PRESUMED_TTL_SECONDS = 0;

/**
 * Publishes servers' addresses in the base target's zone. At most one change, sent as one batch, is in progress. A label is
 * finished when all the zone's name servers answer its records. A change is stored before it is sent, so that the next run sends
 * it again if this one dies: a batch gives the final state, not additions.
 */
export function zonePublisher(outside: ZonePorts): () => Promise<void> {
  const ports = lazily({ awaited: () => ({ at: '' }) }, outside);
  return () => publishZone(ports);
}

async function publishZone(ports: PublishZonePorts): Promise<void> {
  const { labelRecords: records, clock } = ports;
  const now = clock();
  const heldUntil = addSeconds(now, LOCK_SECONDS);
  const held = await records.take(now, heldUntil);
  if (!held) return scheduleAfterLock(ports, now);
  try {
    await advance({ ...held, heldUntil }, ports);
  } finally {
    await records.giveBack(heldUntil);
  }
}

/**
 * The lock's holder may have read the due rows already. One message per process is enough: if every run sent one, duplicates
 * would multiply while the zone is locked.
 */
async function scheduleAfterLock({ awaited, wakeZone }: PublishZonePorts, now: Date): Promise<void> {
  if (awaited.at > now.toISOString()) return;
  await wakeZone(NEXT_CHECK_SECONDS);
  awaited.at = addSeconds(now, NEXT_CHECK_SECONDS);
}

/** Saves each state before the next one begins. */
async function advance(held: ZoneState, ports: PublishZonePorts): Promise<void> {
  const due = await readDue(ports);
  const known = held.about === aboutOf(ports) ? held : await resetForOtherZone(held, ports);
  const settled = await settle(known, ports);
  if (settled.sent) return;
  const state = await withCaa(settled, ports);
  await sendNext(state, state === held ? due : await readDue(ports), ports);
}

/** Identifies the zone and the number of restores of the table. */
function aboutOf({ hostedZone, settings }: PublishZonePorts): string {
  return [hostedZone.id, settings.baseTarget, settings.restoreEpoch ?? 0].join(' ');
}

async function readDue({ labelRecords: records, clock, log }: PublishZonePorts): Promise<LabelRecords[]> {
  const now = clock();
  const due = await records.due(now);
  const since = due[0]?.stepDueAt;
  const seconds = since === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(since)) / 1000);
  log('info', 'zone', { due: due.length, measured: { ZoneOldestDueSeconds: seconds } });
  return due;
}

/** On the first run, with another zone, or after a restore of the table, the zone's content is unknown. */
async function resetForOtherZone({ heldUntil, caNames }: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const { labelRecords: records, clock } = ports;
  const now = clock();
  const state = { heldUntil, about: aboutOf(ports), shared: [], caa: [], caNames };
  await inChunks(await records.all(), (row) => records.forgetPublished(row.label, presumedSets(row, state, ports), now));
  return saveState(state, ports);
}

/** Returns the state without the change once it is served or given up. */
async function settle(state: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const { labelRecords: records, hostedZone: zone, clock, log } = ports;
  const { sent, ...rest } = state;
  if (sent === undefined) return state;
  const { changeId, nextCheckAt } = sent;
  if (changeId === undefined) return sendStored(state, sent, await records.rows(sent.labels.map(({ label }) => label)), ports);
  const now = clock();
  if (nextCheckAt !== undefined && nextCheckAt > now.toISOString()) return state; // another run is already scheduled
  const sets = [...sent.shared, ...sent.labels.flatMap((label) => label.sets)];
  const isDone = (await zone.progress(changeId)) !== 'under-way' && (await areServed(sets, ports));
  if (!isDone) {
    if (addSeconds(new Date(sent.sentAt), MAX_SYNC_SECONDS) > now.toISOString()) return scheduleNextCheck(state, sent, ports);
    log('error', 'name servers do not give what the zone was sent', { changeId, sentAt: sent.sentAt });
  }
  await inChunks(sent.labels, (label) => records.settle(label));
  return saveState({ ...rest, shared: sent.shared }, ports);
}

async function areServed(sets: readonly RecordSet[], { askEveryServer }: PublishZonePorts): Promise<boolean> {
  const asked = sets.filter(({ type }) => type !== 'CAA').slice(0, NAMES_ASKED_FOR);
  return (await Promise.all(asked.map((set) => isServedEverywhere(set, askEveryServer)))).every(Boolean);
}

/** If the CAA records changed, every label with CAA records becomes due. */
async function withCaa(state: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const { labelRecords: records, ownCaa, clock } = ports;
  const now = clock();
  if (state.caaMadeAt !== undefined && state.caaMadeAt > addSeconds(now, -CAA_KEPT_SECONDS)) return state;
  const { values: caa, names: caNames } = await ownCaa(state.caNames);
  if (caa.join() !== state.caa.join()) {
    const withOwn = (await records.all()).filter(({ addresses }) => addresses.some((address) => isIP(address) > 0));
    await inChunks(withOwn, ({ label }) => records.makeDue(label, now));
  }
  return saveState({ ...state, caa, caNames, caaMadeAt: now.toISOString() }, ports);
}

async function sendNext(state: ZoneState, due: readonly LabelRecords[], ports: PublishZonePorts): Promise<ZoneState> {
  const shared = sharedSets(state, ports);
  const wanted = due.map((row) => ({
    label: row.label,
    revision: row.revision,
    sets: wantedSets(row, state, ports),
    ...(row.proof && { until: row.proof.until }),
  }));
  const changes = [
    changesBetween(state.shared, shared),
    ...wanted.map(({ sets }, place) => changesBetween(due[place]?.published ?? [], sets)),
  ];
  if (changes.flat().length === 0 && due.length === 0) return state;
  const fitting = Math.max(2, countFittingChanges(changes)) - 1; // the shared records and one label always fit
  return storeAndSend(state, { sentAt: ports.clock().toISOString(), labels: wanted.slice(0, fitting), shared }, due, ports);
}

/** A hostname's proof until it expires; a server's addresses. */
function wantedSets(
  { label, addresses, proof }: LabelRecords,
  { caa }: Pick<ZoneState, 'caa'>,
  ports: PublishZonePorts,
): RecordSet[] {
  if (!proof) return recordSetsOf(`${label}.${ports.settings.baseTarget}`, addresses, caa);
  return proof.until <= ports.clock().toISOString() ? [] : proofSets(label, proof, ports);
}

function proofSets(
  label: string,
  { value }: NonNullable<LabelRecords['proof']>,
  { settings: { validationZone } }: PublishZonePorts,
): RecordSet[] {
  return validationZone === undefined
    ? []
    : [{ name: `${label}.${validationZone}`, type: 'TXT', values: [quoteTxt(value)], ttl: PROOF_TTL_SECONDS }];
}

/**
 * The assumed content of a zone whose content is unknown. For wanted records: nothing, so that all are sent. If nothing is
 * wanted: the records to delete, so that Route 53 refuses the deletion and the zone is read. Their TTL differs from all others,
 * so they are sent if they are wanted again meanwhile.
 */
function presumedSets(row: LabelRecords, state: Pick<ZoneState, 'caa'>, ports: PublishZonePorts): RecordSet[] {
  if (wantedSets(row, state, ports).length > 0) return [];
  const sets = row.published.length > 0 || !row.proof ? row.published : proofSets(row.label, row.proof, ports);
  return sets.map((set) => ({ ...set, ttl: PRESUMED_TTL_SECONDS }));
}

/** The base target and its wildcard. */
function sharedSets({ caa }: ZoneState, { settings: { baseTarget }, defaultAddresses }: PublishZonePorts): RecordSet[] {
  const wildcard = `*.${baseTarget}`;
  const sets: RecordSet[] = [
    { name: baseTarget, type: 'CAA', values: [...caa] },
    ...recordSetsOf(wildcard, defaultAddresses, []),
    { name: wildcard, type: 'CAA', values: [...caa] },
  ];
  return sets.filter(({ values }) => values.length > 0);
}

async function inChunks<T>(all: readonly T[], write: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += WRITES_AT_ONCE) await Promise.all(all.slice(at, at + WRITES_AT_ONCE).map(write));
}
