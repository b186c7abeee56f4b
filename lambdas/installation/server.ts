import type { Server } from './server.schema.ts';

/** A server that exists by name only: no machine has been enrolled yet. */
export function unclaimedServer(organizationId: string, id: number, label: string, now: Date, name = `Server ${id}`): Server {
  return {
    organizationId,
    id,
    name,
    type: 'agent',
    label,
    createdAt: now.toISOString(),
    machines: {},
    revision: 0,
  };
}
