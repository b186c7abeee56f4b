import type { CertificateStore } from '../model/servers/certificate.store.ts';
import type { Machine, Server } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import type { AgentCaller } from './agent-credentials.ts';
import { afterPage, decodeCursor, encodeCursor, isUpToDate, notYetSeen, queryStart } from './change-cursor.ts';
import type { CertificatesAnswer } from './edge.schema.ts';
import { type ReleasePorts, releasePrivateKeys } from './release-private-keys.ts';

export interface ListPorts extends ReleasePorts {
  servers: Pick<ServerStore, 'markSeen'>;
  certificates: Pick<CertificateStore, 'changes'>;
  pace: Settings['agent'];
  /** From 0 to 1, for the idle pace's jitter. */
  roll: () => number;
}

/** `lastSeenAt` is written this often at most: a quiet poll writes nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

/** What changed for this machine since its cursor, once per signature. Nothing new takes no request beyond the caller's authentication. */
export async function listChanges(
  caller: AgentCaller,
  since: string | undefined,
  ports: ListPorts,
  now: Date,
): Promise<CertificatesAnswer> {
  await noteContact(caller, ports, now);
  const { server } = caller;
  const poll_after_seconds = pollAfterSeconds(server, ports.pace, now, ports.roll());
  const cursor = decodeCursor(since);
  if (isUpToDate(cursor, server.revision)) return { changes: [], cursor: encodeCursor(cursor), poll_after_seconds };
  const page = await ports.certificates.changes(server.organizationId, server.id, queryStart(cursor), cursor.next);
  const changes = await releasePrivateKeys(caller, notYetSeen(cursor, page.certificates), ports, now);
  return {
    changes,
    cursor: encodeCursor(afterPage(cursor, page.certificates, page.next, server.revision)),
    poll_after_seconds: page.next ? 0 : poll_after_seconds,
  };
}

/** The machine was there when it signed: a request that somebody else sends later does not make it look alive for longer. */
async function noteContact({ server, machine, signature }: AgentCaller, ports: ListPorts, now: Date): Promise<void> {
  const lately = new Date(now.getTime() - SEEN_EVERY_MS);
  if (wasSeenSince(machine, lately)) return;
  const seenAt = signature.signedAt < now ? signature.signedAt : now;
  await ports.servers.markSeen(server, machine.id, seenAt, lately);
}

function wasSeenSince({ lastSeenAt }: Machine, instant: Date): boolean {
  return lastSeenAt !== undefined && lastSeenAt >= instant.toISOString();
}

/** Idle agents are told 80 to 120 % of the interval, so that a restart of all does not make them ask in step for ever. */
const JITTER = 0.2;

/** What an agent waits before it asks again. `roll` is from 0 to 1. */
export function pollAfterSeconds(server: Server, pace: Settings['agent'], now: Date, roll: number): number {
  if (server.installingUntil !== undefined && now.toISOString() < server.installingUntil) return pace.busyPollSeconds;
  return Math.max(1, Math.round(pace.idlePollSeconds * (1 - JITTER + 2 * JITTER * roll)));
}
