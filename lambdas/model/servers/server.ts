import type { Server } from './server.schema.ts';

/** A server that exists by name only: no machine has been enrolled yet. */
export function unclaimedServer(
  organizationId: string,
  id: number,
  label: string,
  now: Date,
  name = `Server ${id}`,
  type: Server['type'] = 'agent',
): Server {
  return {
    organizationId,
    id,
    name,
    type,
    label,
    createdAt: now.toISOString(),
    machines: {},
    revision: 0,
  };
}

/** Whether any machine is enrolled that could serve a certificate. */
export function isConnected(server: Pick<Server, 'machines'> | undefined): boolean {
  return Object.keys(server?.machines ?? {}).length > 0;
}

/** Where the CNAME records of a server's domains point. */
export function cnameTargetOf({ label }: Pick<Server, 'label'>, baseTarget: string): string {
  return `${label}.${baseTarget}`;
}
