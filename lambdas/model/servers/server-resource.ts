import type { Machine, Server } from './server.schema.ts';
import { cnameTargetOf, isOnline } from './server.ts';

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
  return isOnline({ lastSeenAt }, now) ? 'online' : 'offline';
}
