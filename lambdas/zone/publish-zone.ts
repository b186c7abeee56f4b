import type { LabelRecords, RecordSet, SentChange, ZoneState } from '../model/servers/label-records.schema.ts';
import type { LabelRecordsStore } from '../model/servers/label-records.store.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { HostedZone } from './hosted-zone.gateway.ts';
import { changesBetween, fittingChanges, recordSetsOf } from './record-sets.ts';

export interface PublishZonePorts {
  records: LabelRecordsStore;
  zone: HostedZone;
  /** Whether every name server of the zone gives the set. */
  isServed: (set: RecordSet) => Promise<boolean>;
  /** The values of the CAA records that let only our accounts have certificates; undefined where no CA says its name now. */
  ownCaa: () => Promise<string[] | undefined>;
  /** Has this run again, after so many seconds. */
  wake: (seconds: number) => Promise<void>;
  baseTarget: string;
  /** Where labels without records of their own lead; empty: nowhere. */
  defaultAddresses: readonly string[];
  clock: Clock;
  log: Log;
}

/** Longer than a run may take. */
export const HELD_SECONDS = 60;
/** Route 53 is in sync after some ten seconds as a rule, a minute at most. */
const NEXT_CHECK_SECONDS = 5;
/** From then on the names are not waited for: whoever runs the service is told. */
const LONGEST_SYNC_SECONDS = 600;
/** What the zone refuses is tried again after a day; a change of the address tries at once. */
const REFUSED_SECONDS = 86_400;
/** Less than between two wake-ups by the schedule: with another account at the CA the old records would forbid each order. */
const CAA_KEPT_SECONDS = 240;
/** Route 53 carries a batch out as one: a few of its names speak for all. */
const NAMES_ASKED_FOR = 3;

/**
 * Brings the zone of the base target to what servers say: at most one change is on its way, sent as one batch, and a label is
 * settled when all name servers of the zone give its records. Whatever ends half-way is done again: a batch says what is to be
 * there, and not what is to be added.
 */
export async function publishZone(ports: PublishZonePorts): Promise<void> {
  const { records, clock, wake } = ports;
  const now = clock();
  const heldUntil = addSeconds(now, HELD_SECONDS);
  const held = await records.take(now, heldUntil);
  if (!held) return wake(NEXT_CHECK_SECONDS); // its holder may have read what is due already
  try {
    const state = await advance({ ...held, heldUntil }, ports);
    if (state.sent) await wake(NEXT_CHECK_SECONDS);
  } finally {
    await records.giveBack(heldUntil);
  }
}

/** Each state is kept before the next is begun. */
async function advance(held: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const settled = held.sent ? await settle(held, held.sent, ports) : held;
  if (settled.sent) return settled;
  const state = await withCaa(settled, ports);
  return sendNext(state, ports);
}

async function keep(state: ZoneState, { records }: PublishZonePorts): Promise<ZoneState> {
  if (!(await records.keep(state))) throw new Error('the zone took longer than it was held: another process has it by now');
  return state;
}

/** Answers the state without the change once it is served, or given up. */
async function settle(state: ZoneState, sent: SentChange, ports: PublishZonePorts): Promise<ZoneState> {
  const { records, zone, clock, log } = ports;
  const sets = [...sent.shared, ...sent.labels.flatMap((label) => label.sets)];
  const isDone = (await zone.isInSync(sent.changeId)) && (await areServed(sets, ports));
  if (!isDone) {
    if (addSeconds(new Date(sent.sentAt), LONGEST_SYNC_SECONDS) > clock().toISOString()) return state;
    log('error', 'name servers do not give what the zone was sent', { changeId: sent.changeId, sentAt: sent.sentAt });
  }
  for (const { label, revision, sets: published } of sent.labels) await records.settle(label, revision, published);
  const { sent: _, ...rest } = state;
  return keep(rest, ports);
}

async function areServed(sets: readonly RecordSet[], { isServed }: PublishZonePorts): Promise<boolean> {
  const asked = sets.filter(({ type }) => type !== 'CAA').slice(0, NAMES_ASKED_FOR);
  return (await Promise.all(asked.map(isServed))).every(Boolean);
}

/** With other CAA records, every label is due. */
async function withCaa(state: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const { records, ownCaa, clock } = ports;
  const now = clock();
  if (state.caaMadeAt !== undefined && state.caaMadeAt > addSeconds(now, -CAA_KEPT_SECONDS)) return state;
  const caa = await ownCaa();
  if (caa === undefined) return state;
  const isOther = caa.join() !== state.caa.join();
  if (isOther) for (const { label } of await records.all()) await records.makeDue(label, now);
  return keep({ ...state, caa, caaMadeAt: now.toISOString() }, ports);
}

async function sendNext(state: ZoneState, ports: PublishZonePorts): Promise<ZoneState> {
  const { records, baseTarget, clock, log } = ports;
  const now = clock();
  const due = await records.due(now);
  log('info', 'zone', { due: due.length, measured: { ZoneOldestDueSeconds: secondsSince(due[0]?.stepDueAt, now) } });
  const wanted = due.map((row) => ({
    label: row.label,
    revision: row.revision,
    sets: recordSetsOf(`${row.label}.${baseTarget}`, row.addresses, state.caa),
  }));
  const shared = sharedSets(state, ports);
  const changes = [
    changesBetween(state.shared, shared),
    ...wanted.map(({ sets }, place) => changesBetween(due[place]?.published ?? [], sets)),
  ];
  const most = Math.max(2, fittingChanges(changes)); // one label fits always
  return send({ state, shared, due: due.slice(0, most - 1), wanted, changes }, ports);
}

interface Batch {
  state: ZoneState;
  shared: RecordSet[];
  due: readonly LabelRecords[];
  /** In the order of `due`. */
  wanted: readonly SentChange['labels'][number][];
  /** Of the shared records, and of each label. */
  changes: readonly ReturnType<typeof changesBetween>[];
}

async function send(batch: Batch, ports: PublishZonePorts): Promise<ZoneState> {
  const { state, shared, due, changes } = batch;
  const { zone, clock, wake, log } = ports;
  const labels = batch.wanted.slice(0, due.length);
  const all = changes.slice(0, due.length + 1).flat();
  if (all.length === 0 && due.length === 0) return state;
  const sent = await zone.change(all);
  switch (sent.kind) {
    case 'later':
      log('warn', 'the zone takes nothing now', { reason: sent.reason });
      await wake(NEXT_CHECK_SECONDS);
      return state;
    case 'refused':
      return withoutTheRefused(batch, sent.reason, ports);
    case 'sent': {
      const sentAt = clock().toISOString();
      return keep({ ...state, shared, sent: { changeId: sent.changeId, sentAt, labels, shared } }, ports);
    }
  }
}

/** One label that the zone does not take must not keep the others from theirs: the batch is halved until it is alone. */
async function withoutTheRefused(batch: Batch, reason: string, ports: PublishZonePorts): Promise<ZoneState> {
  const { due, wanted, changes, state } = batch;
  const [first] = due;
  if (first === undefined) throw new Error(`the zone does not take the records of the base target: ${reason}`);
  if (due.length > 1) return send({ ...batch, due: due.slice(0, Math.ceil(due.length / 2)) }, ports);
  const isShared = (changes[0] ?? []).length > 0;
  // The shared records may be what is wrong: they go first, alone.
  if (isShared) return send({ ...batch, due: [], wanted, changes: changes.slice(0, 1) }, ports);
  const { label, organizationId, serverId } = first;
  ports.log('error', 'the zone does not take the records of a label', { label, organizationId, serverId, reason });
  await ports.records.refuse(first, reason, addSeconds(ports.clock(), REFUSED_SECONDS));
  await ports.wake(0);
  return state;
}

function sharedSets({ caa }: ZoneState, { baseTarget, defaultAddresses }: PublishZonePorts): RecordSet[] {
  const ofBase: RecordSet = { name: baseTarget, type: 'CAA', values: [...caa] };
  const ofWildcard = recordSetsOf(`*.${baseTarget}`, defaultAddresses, []);
  const caaOfWildcard: RecordSet = { name: `*.${baseTarget}`, type: 'CAA', values: [...caa] };
  const hasCname = ofWildcard.some(({ type }) => type === 'CNAME');
  return [ofBase, ...ofWildcard, ...(hasCname ? [] : [caaOfWildcard])].filter(({ values }) => values.length > 0);
}

function secondsSince(at: string | undefined, now: Date): number {
  return at === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
}
