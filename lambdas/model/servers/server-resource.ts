import type { Machine, Server } from './server.schema.ts';
import { cnameTargetOf } from './server.ts';

/** A machine's contact is written down every 5 minutes (list-changes.ts): twice that, and a minute for the poll itself. */
const ONLINE_MS = 11 * 60_000;

/** A server as the API shows it. */
export function serverResource(server: Server, baseTarget: string, now: Date) {
  const lastSeenAt = lastSeen(server);
  return {
    id: server.id,
    name: server.name,
    type: server.type,
    config: {},
    ...(server.address && { address: server.address }),
    cname_target: cnameTargetOf(server, baseTarget),
    status: statusOf(server, lastSeenAt, now),
    ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
    created_at: server.createdAt,
  };
}

export function machineResource({ id, name, enrolledAt, lastSeenAt }: Machine) {
  return { id, name, enrolled_at: enrolledAt, ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }) };
}

/** What of a server somebody has chosen, or was told once: for its audit records. */
export function serverSettings({ id, name, type, address, label }: Server) {
  return { id, name, type, ...(address && { address }), label };
}

function lastSeen({ machines }: Server): string | undefined {
  return Object.values(machines)
    .flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
    .toSorted()
    .at(-1);
}

/** `error` is for servers that the service itself reaches into; an agent's troubles are its domains' diagnoses. */
function statusOf({ machines }: Server, lastSeenAt: string | undefined, now: Date): 'unclaimed' | 'online' | 'offline' {
  if (Object.keys(machines).length === 0) return 'unclaimed';
  const isOnline = lastSeenAt !== undefined && now.getTime() - Date.parse(lastSeenAt) <= ONLINE_MS;
  return isOnline ? 'online' : 'offline';
}
