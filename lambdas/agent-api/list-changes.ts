import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { CONTACT_RECORDED_SECONDS } from '../../contract/stack/settings.schema.ts';
import { maxLength } from '../../contract/text.schema.ts';
import type { AnnouncedCertificate } from '../model/servers/certificate.schema.ts';
import type { ChangePosition } from '../model/servers/change-list.store.ts';
import type { AgentServer, Machine } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import { knownSilent, silenceDueAt, withoutSilent } from '../model/servers/server.ts';
import { serverEvent } from '../model/servers/server-event.ts';
import { wonRaceUnlessBusy } from '../shared/table/lost-race.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { AgentPorts } from '../wiring/agents.wiring.ts';
import type { AgentCaller } from './agent-credentials.ts';
import type { CertificatesAnswer, PollQuery } from './edge.schema.ts';
import { type ReleasePorts, releasePrivateKeys } from './release-private-keys.ts';

const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

/**
 * An agent's position in its server's changes, opaque to the agent. It is not signed: the request's signature names the server,
 * so a forged cursor only changes which of its own certificates a machine gets.
 */
const ChangeCursor = z.object({
  /** The server's revision when this list began. An equal revision means no changes. */
  revision: z.int(),
  changedAt: instant,
  /** Marks of the last changes returned, so that the overlap does not return them twice. */
  seen: z.array(z.string().check(maxLength(16))).check(maxLength(200)),
  /** Set in the middle of a list: where its next page begins. */
  next: z.optional(z.object({ changedAt: instant, hostname: z.string().check(maxLength(253)) })),
  /** The stage's `restoreEpoch` for the revision; absent before the first restore. */
  epoch: z.optional(z.int()),
});
type ChangeCursor = z.infer<typeof ChangeCursor>;

/**
 * A change is written slightly after its timestamp (a slow write, another Lambda's clock), so a list can overtake it. Each list
 * looks back this far: longer than any announcing Lambda runs (30 s).
 */
const OVERLAP_MS = 60_000;
/**
 * 64 marks of 8 characters keep the cursor below 1.5 kB. It is sent in the query and in the signature; API Gateway allows 10 kB.
 */
const MAX_MARKS = 64;

export const initialCursor: ChangeCursor = { revision: -1, changedAt: new Date(0).toISOString(), seen: [] };

export function encodeCursor(cursor: ChangeCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** An unreadable cursor (from another version or a damaged file) restarts the list. */
export function decodeCursor(text: string | undefined): ChangeCursor {
  if (text === undefined) return initialCursor;
  try {
    return ChangeCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return initialCursor;
  }
}

/** A restore of the table repeats revision numbers, so revisions of different epochs never match. The position stays valid. */
export function withEpoch(cursor: ChangeCursor, epoch: number): ChangeCursor {
  return (cursor.epoch ?? 0) === epoch ? cursor : { ...cursor, revision: initialCursor.revision, epoch };
}

export function isUpToDate(cursor: ChangeCursor, revision: number): boolean {
  return cursor.revision === revision && cursor.next === undefined;
}

/** Empty in the middle of a list: only a finished list has all changes up to its revision. */
function placeOf({ revision, next, epoch = 0 }: ChangeCursor): string {
  return next === undefined ? `${epoch}.${revision}` : '';
}

/** The revision of a place. Undefined if it is unreadable or from before a restore of the table. */
export function revisionAt(place: string, restoreEpoch: number): number | undefined {
  const [, epoch, revision] = /^([0-9]{1,9})\.([0-9]{1,15})$/.exec(place) ?? [];
  return Number(epoch) === restoreEpoch ? Number(revision) : undefined;
}

/** The instant after which the query begins. DynamoDB refuses a `next` before it, which only a forged cursor has. */
export function queryStart({ changedAt, next }: ChangeCursor): string {
  const startMs = Date.parse(changedAt) - OVERLAP_MS;
  const start = Number.isNaN(startMs) ? initialCursor.changedAt : new Date(startMs).toISOString();
  return next && next.changedAt <= start ? initialCursor.changedAt : start;
}

export function unseenChanges(cursor: ChangeCursor, certificates: readonly AnnouncedCertificate[]): AnnouncedCertificate[] {
  return certificates.filter((certificate) => !cursor.seen.includes(mark(certificate)));
}

/** The cursor after a page. A list keeps its first revision, so that changes announced meanwhile lead to another list. */
export function cursorAfterPage(
  cursor: ChangeCursor,
  certificates: readonly AnnouncedCertificate[],
  next: ChangePosition | undefined,
  revision: number,
  expected: readonly ChangePosition[] = [],
): ChangeCursor {
  const marks = certificates.map(mark);
  const youngest = [cursor, ...certificates, ...expected]
    .map(({ changedAt }) => changedAt)
    .toSorted()
    .at(-1);
  return {
    revision: cursor.next === undefined ? revision : cursor.revision,
    changedAt: youngest ?? cursor.changedAt,
    seen: [...cursor.seen.filter((earlier) => !marks.includes(earlier)), ...marks].slice(-MAX_MARKS),
    ...(next && { next }),
    ...(cursor.epoch !== undefined && { epoch: cursor.epoch }),
  };
}

/** 48 bits of a hash: enough to tell 64 changes apart. */
function mark({ hostname, state, facts, changedAt }: AnnouncedCertificate): string {
  return createHash('sha256')
    .update(`${hostname} ${state} ${facts.fingerprintSha256} ${changedAt}`)
    .digest('base64url')
    .slice(0, 8);
}

type Uses = ReleasePorts & Pick<AgentPorts, 'certificates' | 'settings' | 'restoreEpoch' | 'jitter'>;

/**
 * The changes for this machine since its cursor, once per signature. If there are none, it costs no request beyond
 * authentication.
 */
export async function listChanges(
  caller: AgentCaller,
  { since, awaiting, challenge_path }: PollQuery,
  ports: Uses,
  now: Date,
): Promise<CertificatesAnswer> {
  await recordContact(caller, challenge_path, ports, now);
  const { server } = caller;
  const { moveTo } = ports.settings.agent;
  const told = moveTo === undefined ? {} : { move_to: moveTo };
  const cursor = withEpoch(decodeCursor(since), ports.restoreEpoch);
  if (isUpToDate(cursor, server.revision)) {
    const isDone = awaiting !== undefined && Number(awaiting) === 0 && isQuiet(cursor, now);
    const poll_after_seconds = pollAfterSeconds(server, ports, now, isDone);
    return { ...told, changes: [], hostnames: [], cursor: encodeCursor(cursor), place: placeOf(cursor), poll_after_seconds };
  }
  const page = await ports.certificates.changes(server.organizationId, server.id, queryStart(cursor), cursor.next);
  const changes = await releasePrivateKeys(caller, unseenChanges(cursor, page.certificates), ports, now);
  const after = cursorAfterPage(cursor, page.certificates, page.next, server.revision, page.expected);
  return {
    ...told,
    changes,
    hostnames: page.expected.map(({ hostname }) => hostname),
    cursor: encodeCursor(after),
    place: placeOf(after),
    poll_after_seconds: page.next ? 0 : pollAfterSeconds(server, ports, now),
  };
}

/** Records the signature's time, so that a replay does not make the machine look alive for longer. */
async function recordContact(
  { server, machine, signature }: AgentCaller,
  challengePath: Machine['challengePath'],
  ports: Uses,
  now: Date,
): Promise<void> {
  const lately = new Date(addSeconds(now, -CONTACT_RECORDED_SECONDS)); // quiet polls in between write nothing
  const isNews = challengePath !== undefined && challengePath !== machine.challengePath;
  const seenAt = signature.signedAt < now ? signature.signedAt : now;
  const isBack = machine.silentAt !== undefined && seenAt.toISOString() > machine.silentAt;
  if (wasSeenSince(machine, lately) && !isNews && !isBack) return;
  const { servers, newId, settings } = ports;
  const { baseTarget } = settings;
  const { silentAfterSeconds } = settings.agent;
  const lastSeenAt = seenAt.toISOString();
  const dueAt = silenceDueAt({ ...machine, lastSeenAt }, silentAfterSeconds);
  const said = { ...(challengePath && { challengePath }) };
  if (isBack) {
    const after = { ...withoutSilent(server, machine), lastSeenAt };
    const facts = { randomId: newId('evt'), baseTarget, silentAfterSeconds, now };
    const event = serverEvent('server.online', { server: after, silentMachines: knownSilent(after) }, facts);
    const isTold = await wonRaceUnlessBusy(servers.markReturned(server, machine, said, { seenAt, dueAt }, event));
    if (!isTold) await recordContactOnly({ server, machine }, said, { seenAt, lately }, ports);
  } else {
    const isMoved = isLastContactBeforeDue(machine, dueAt, now);
    await servers.markSeen(server, machine, said, { seenAt, lately, ...(isMoved && { dueAt }) });
  }
  await recordServerContact({ server, machine }, challengePath, { isBack, seenAt, lately }, ports);
}

/**
 * After a network outage a thousand machines may write to their server's item within a minute, more than it accepts. Then only
 * the machine's own row records the contact, so that it does not count as silent, and a later poll sends the event.
 */
async function recordContactOnly(
  { server, machine }: Pick<AgentCaller, 'server' | 'machine'>,
  said: Parameters<ServerStore['markSeen']>[2],
  contact: { seenAt: Date; lately: Date },
  { servers, log }: Uses,
): Promise<void> {
  if (!(await servers.markSeen(server, machine, said, contact))) return;
  const { organizationId, id: serverId } = server;
  log('info', 'a machine is back, which its next poll tells', { organizationId, serverId, machineId: machine.id });
}

/** Updates the server's item for all its machines, on the first contact after a pause. */
async function recordServerContact(
  { server, machine }: Pick<AgentCaller, 'server' | 'machine'>,
  challengePath: Machine['challengePath'],
  { isBack, seenAt, lately }: { isBack: boolean; seenAt: Date; lately: Date },
  { servers }: Uses,
): Promise<void> {
  const seesNow = challengePath === 'ok' && !wasSince(server.challengePathSeenAt, lately);
  const seesNoMore = machine.challengePath === 'ok' && challengePath !== 'ok' && server.challengePathSeenAt !== undefined;
  if (seesNow) await servers.markServerSeen(server, seenAt, true);
  else if (seesNoMore) await servers.markServerSeen(server, seenAt, false);
  else if (!isBack && !wasSince(server.lastSeenAt, lately)) await servers.markServerSeen(server, seenAt);
}

/**
 * An index entry costs twice as much as the contact itself. So only the last contact before the due time moves it on. If that
 * contact is late, the sweep finds that the machine is not silent and moves it.
 */
function isLastContactBeforeDue({ stepDueAt }: Machine, dueAt: string, now: Date): boolean {
  return stepDueAt === undefined || (stepDueAt < addSeconds(now, CONTACT_RECORDED_SECONDS) && dueAt > stepDueAt);
}

function wasSeenSince({ lastSeenAt }: Machine, instant: Date): boolean {
  return wasSince(lastSeenAt, instant);
}

function wasSince(at: string | undefined, instant: Date): boolean {
  return at !== undefined && at >= instant.toISOString();
}

/** Idle agents wait 80 to 120 % of the interval, so that a common restart does not keep them in step. */
const JITTER = 0.2;

/** Longer than the gap between certificates of most batches, so that the next one finds an agent that still polls often. */
const BATCH_GAP_MS = 30_000;

function isQuiet({ changedAt }: ChangeCursor, now: Date): boolean {
  return now.getTime() - Date.parse(changedAt) >= BATCH_GAP_MS;
}

/**
 * The agent's wait before its next poll: short while certificates of its server are being installed, until this machine has its
 * own.
 */
export function pollAfterSeconds(
  { installingUntil }: AgentServer,
  { settings: { agent: pace }, jitter }: Pick<AgentPorts, 'settings' | 'jitter'>,
  now: Date,
  isDone = false,
): number {
  if (!isDone && installingUntil !== undefined && now.toISOString() < installingUntil) return pace.busyPollSeconds;
  return Math.max(1, Math.round(pace.idlePollSeconds * (1 - JITTER + 2 * JITTER * jitter())));
}
