import type { Domain } from './domain-row.schema.ts';

type Placed = Pick<Domain, 'serverId' | 'move'>;

/** The servers that need a domain's certificate: its own and, during a move, also the old one. */
export function serversOf({ serverId, move }: Placed): number[] {
  return move === undefined ? [serverId] : [serverId, move.fromServerId];
}

/** True when a moving domain still has its certificate at this old server: visitors are served there. */
export function isOldServerOf({ move, retireFrom = [] }: Pick<Domain, 'move' | 'retireFrom'>, serverId: number): boolean {
  return move !== undefined && (serverId === move.fromServerId || retireFrom.includes(serverId));
}

/** The server to which the hostname leads, as far as known: during a move, the old one. */
export function servingServerOf({ serverId, move }: Placed): number {
  return move?.fromServerId ?? serverId;
}
