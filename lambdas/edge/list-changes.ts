import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { CertificateStore } from '../model/servers/certificate.store.ts';
import type { Machine, Server } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { AgentCaller } from './agent-credentials.ts';
import {
  afterPage,
  type ChangeCursor,
  decodeCursor,
  encodeCursor,
  inEpoch,
  isUpToDate,
  notYetSeen,
  queryStart,
} from './change-cursor.ts';
import type { CertificatesAnswer, PollQuery } from './edge.schema.ts';
import { type ReleasePorts, releasePrivateKeys } from './release-private-keys.ts';

export interface ListPorts extends ReleasePorts {
  servers: Pick<ServerStore, 'markSeen' | 'stillEnrolledCheck'>;
  certificates: Pick<CertificateStore, 'changes'>;
  pace: Settings['agent'];
  restoreEpoch: number;
  /** From 0 to 1, for the idle pace's jitter. */
  roll: () => number;
}

/** `lastSeenAt` is written this often at most: a quiet poll writes nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

/** What changed for this machine since its cursor, once per signature. Nothing new takes no request beyond the caller's authentication. */
export async function listChanges(
  caller: AgentCaller,
  { since, awaiting, challenge_path }: PollQuery,
  ports: ListPorts,
  now: Date,
): Promise<CertificatesAnswer> {
  await noteContact(caller, challenge_path, ports, now);
  const { server } = caller;
  const cursor = inEpoch(decodeCursor(since), ports.restoreEpoch);
  if (isUpToDate(cursor, server.revision)) {
    const isDone = awaiting !== undefined && Number(awaiting) === 0 && isQuiet(cursor, now);
    return { changes: [], cursor: encodeCursor(cursor), poll_after_seconds: pollAfterSeconds(server, ports, now, isDone) };
  }
  const page = await ports.certificates.changes(server.organizationId, server.id, queryStart(cursor), cursor.next);
  const changes = await releasePrivateKeys(caller, notYetSeen(cursor, page.certificates), ports, now);
  return {
    changes,
    cursor: encodeCursor(afterPage(cursor, page.certificates, page.next, server.revision)),
    poll_after_seconds: page.next ? 0 : pollAfterSeconds(server, ports, now),
  };
}

/** The machine was there when it signed: a request that somebody else sends later does not make it look alive for longer. */
async function noteContact(
  { server, machine, signature }: AgentCaller,
  challengePath: Machine['challengePath'],
  ports: ListPorts,
  now: Date,
): Promise<void> {
  const lately = new Date(now.getTime() - SEEN_EVERY_MS);
  const isNews = challengePath !== undefined && challengePath !== machine.challengePath;
  if (wasSeenSince(machine, lately) && !isNews) return;
  const seenAt = signature.signedAt < now ? signature.signedAt : now;
  await ports.servers.markSeen(server, { id: machine.id, ...(challengePath && { challengePath }) }, seenAt, lately);
}

function wasSeenSince({ lastSeenAt }: Machine, instant: Date): boolean {
  return lastSeenAt !== undefined && lastSeenAt >= instant.toISOString();
}

/** Idle agents are told 80 to 120 % of the interval, so that a restart of all does not make them ask in step for ever. */
const JITTER = 0.2;

/** Longer than between the certificates of most batches: the next one finds an agent that looks often. */
const BATCH_GAP_MS = 30_000;

/** Nothing was announced to the machine lately. */
function isQuiet({ changedAt }: ChangeCursor, now: Date): boolean {
  return now.getTime() - Date.parse(changedAt) >= BATCH_GAP_MS;
}

/**
 * What an agent waits before it asks again: little while certificates of its server are being installed, until this machine is done with
 * its own. An agent of before `awaiting` never says so.
 */
export function pollAfterSeconds(
  { installingUntil }: Server,
  { pace, roll }: Pick<ListPorts, 'pace' | 'roll'>,
  now: Date,
  isDone = false,
): number {
  if (!isDone && installingUntil !== undefined && now.toISOString() < installingUntil) return pace.busyPollSeconds;
  return Math.max(1, Math.round(pace.idlePollSeconds * (1 - JITTER + 2 * JITTER * roll())));
}
