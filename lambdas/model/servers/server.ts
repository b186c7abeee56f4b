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

/** A machine's contact is written down every 5 minutes (list-changes.ts): twice that, and a minute for the poll itself. */
const ONLINE_MS = 11 * 60_000;

/** Whether it asked lately. */
export function isOnline({ lastSeenAt }: { lastSeenAt?: string | undefined }, now: Date): boolean {
  return lastSeenAt !== undefined && now.getTime() - Date.parse(lastSeenAt) <= ONLINE_MS;
}

/** Whether a machine that asked lately said that challenges which come to its own web server reach it. */
export function seesItsChallengePath({ machines }: Pick<Server, 'machines'>, now: Date): boolean {
  return Object.values(machines).some((machine) => machine.challengePath === 'ok' && isOnline(machine, now));
}
