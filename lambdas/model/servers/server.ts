import type { Machine, Server } from './server.schema.ts';

/** A server that exists by name only: no machine has been enrolled yet. */
export function unclaimedServer(
  organizationId: string,
  id: number,
  label: string,
  now: Date,
  name = `Server ${id}`,
  type: Server['type'] = 'agent',
): Server {
  const common = { organizationId, id, name, label, createdAt: now.toISOString() };
  switch (type) {
    case 'agent':
      return { ...common, type, machines: {}, revision: 0 };
  }
}

/** Where the CNAME records of a server's domains point. */
export function cnameTargetOf({ label }: Pick<Server, 'label'>, baseTarget: string): string {
  return `${label}.${baseTarget}`;
}

/** The machine of this id, if one is enrolled there. The id is a stranger's word: it may be a name that every object inherits. */
export function machineOf({ machines }: Pick<Server, 'machines'>, id: string): Machine | undefined {
  return Object.hasOwn(machines, id) ? machines[id] : undefined;
}
