import type { LabelRecords, RecordSet, SentChange, ZoneState } from '../model/servers/label-records.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { Zone } from '../wiring/zone.wiring.ts';
import type { HostedZone, SendResult } from './hosted-zone.gateway.ts';
import { changesBetween, countFittingChanges, OWNED_TYPES, type RecordChange } from './record-sets.ts';

export type SendChangePorts = Pick<Zone, 'labelRecords' | 'wakeZone' | 'settings' | 'clock' | 'log'> & {
  hostedZone: HostedZone;
};
type SentLabel = SentChange['labels'][number];

/** Route 53 is usually in sync after some ten seconds, a minute at most. */
export const NEXT_CHECK_SECONDS = 5;
/** Refused records are retried after a day; a change of the address retries at once. */
const REFUSED_SECONDS = 86_400;

export async function saveState(state: ZoneState, { labelRecords }: SendChangePorts): Promise<ZoneState> {
  if (!(await labelRecords.keep(state))) throw new Error('the zone took longer than it was held: another process has it by now');
  return state;
}

/** Schedules the next check of the change's progress. */
export async function scheduleNextCheck(state: ZoneState, sent: SentChange, ports: SendChangePorts): Promise<ZoneState> {
  const nextCheckAt = addSeconds(ports.clock(), NEXT_CHECK_SECONDS);
  const next = await saveState({ ...state, sent: { ...sent, nextCheckAt } }, ports);
  await ports.wakeZone(NEXT_CHECK_SECONDS);
  return next;
}

/** Marks the change as accepted by Route 53, which may have refused it for minutes since it was stored. */
function markAccepted(state: ZoneState, change: SentChange, changeId: string, ports: SendChangePorts): Promise<ZoneState> {
  return scheduleNextCheck(state, { ...change, changeId, sentAt: ports.clock().toISOString() }, ports);
}

/** Stores a change and sends it. `rows`: contains its labels as they were read. */
export async function storeAndSend(
  state: ZoneState,
  change: SentChange,
  rows: readonly LabelRecords[],
  ports: SendChangePorts,
): Promise<ZoneState> {
  return sendStored(await saveState({ ...state, sent: change }, ports), change, rows, ports);
}

/** Sends a stored change, even if an earlier run may have sent it. */
export async function sendStored(
  state: ZoneState,
  change: SentChange,
  rows: readonly LabelRecords[],
  ports: SendChangePorts,
): Promise<ZoneState> {
  const { wakeZone, log } = ports;
  const published = new Map(rows.map((row) => [row.label, row.published]));
  const ofLabels = change.labels.map(({ label, sets }) => ({ sets, published: published.get(label) ?? [] }));
  const changes: RecordChange[] = [
    ...changesBetween(state.shared, change.shared),
    ...ofLabels.flatMap((label) => changesBetween(label.published, label.sets)),
  ];
  const lost = ofLabels.filter(({ sets }) => sets.length === 0).flatMap((label) => label.published);
  const answer = await changeZone(changes, change.labels.length > 1 ? lost : [], ports);
  switch (answer.kind) {
    case 'sent':
      return markAccepted(state, change, answer.changeId, ports);
    case 'later':
      log('warn', 'the zone takes nothing now', { reason: answer.reason });
      await wakeZone(NEXT_CHECK_SECONDS);
      return state;
    case 'refused':
      return isolateRefused(state, change, rows, ports);
  }
}

/**
 * Route 53 refuses a batch if one of its deletions names a missing record or another TTL. All are missing if the batch was
 * applied and its answer lost. The records to delete of whole labels are then recreated and the batch is sent again: a few calls
 * instead of many per label. If the run dies in between, the next one repeats the batch.
 */
async function changeZone(
  changes: readonly RecordChange[],
  lost: readonly RecordSet[],
  { hostedZone: zone, log }: SendChangePorts,
): Promise<SendResult> {
  const answer = await zone.change(changes);
  if (answer.kind !== 'refused' || lost.length === 0) return answer;
  log('warn', 'the zone refuses deletions, perhaps of what is gone: it is written, and deleted again', { reason: answer.reason });
  let left = lost.map((set): RecordChange[] => [{ action: 'UPSERT', set }]);
  while (left.length > 0) {
    const fitting = Math.max(1, countFittingChanges(left));
    const written = await zone.change(left.slice(0, fitting).flat());
    if (written.kind !== 'sent') return written;
    left = left.slice(fitting);
  }
  return zone.change(changes);
}

/**
 * One refused label must not block the others, so the batch is halved until the label is alone. Then its name is read from the
 * zone, as somebody else may have written it.
 */
async function isolateRefused(
  state: ZoneState,
  change: SentChange,
  rows: readonly LabelRecords[],
  ports: SendChangePorts,
): Promise<ZoneState> {
  const { labels } = change;
  const [first, ...others] = labels;
  const hasShared = changesBetween(state.shared, change.shared).length > 0;
  if (first === undefined) return replaceShared(state, change, ports);
  // The shared records may be the cause: they are sent first, alone.
  if (hasShared) return storeAndSend(state, { ...change, labels: [] }, rows, ports);
  if (others.length > 0)
    return storeAndSend(state, { ...change, labels: labels.slice(0, Math.ceil(labels.length / 2)) }, rows, ports);
  const of = first.until === undefined ? 'server' : 'proof';
  const parent = of === 'proof' ? ports.settings.validationZone : ports.settings.baseTarget;
  const answer = await ports.hostedZone.replace(`${first.label}.${parent}`, first.sets, OWNED_TYPES[of]);
  if (answer.kind === 'refused') return giveUp(first, answer.reason, state, ports);
  return afterReplacing(state, change, [answer], ports);
}

/** Stores the reason at the label; the next run continues with the others. */
async function giveUp(refused: SentLabel, reason: string, state: ZoneState, ports: SendChangePorts): Promise<ZoneState> {
  const { labelRecords, clock, wakeZone, log } = ports;
  const { sent: _, ...rest } = state;
  log('error', 'the zone does not take the records of a label', { ...refused, reason });
  await labelRecords.refuse(refused, reason, addSeconds(clock(), REFUSED_SECONDS));
  await wakeZone(0);
  return saveState(rest, ports);
}

async function replaceShared(state: ZoneState, change: SentChange, ports: SendChangePorts): Promise<ZoneState> {
  const answers: SendResult[] = [];
  const { baseTarget } = ports.settings;
  for (const name of [baseTarget, `*.${baseTarget}`]) {
    const answer = await ports.hostedZone.replace(
      name,
      change.shared.filter((set) => set.name === name),
      OWNED_TYPES.server,
    );
    if (answer.kind === 'refused') throw new Error(`the zone does not take the records of ${name}: ${answer.reason}`);
    answers.push(answer);
  }
  return afterReplacing(state, change, answers, ports);
}

async function afterReplacing(state: ZoneState, change: SentChange, answers: readonly SendResult[], ports: SendChangePorts) {
  const last = answers.at(-1);
  const isSent = answers.every(({ kind }) => kind === 'sent');
  if (isSent && last?.kind === 'sent') return markAccepted(state, change, last.changeId, ports);
  await ports.wakeZone(NEXT_CHECK_SECONDS);
  return state;
}
