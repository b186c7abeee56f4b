import type { Domain } from './domain-row.schema.ts';

type Placed = Pick<Domain, 'serverId' | 'move'>;

/** Where a domain's certificate is to lie: at its server, and while it moves also at the one that it comes from. */
export function serversOf({ serverId, move }: Placed): number[] {
  return move === undefined ? [serverId] : [serverId, move.fromServerId];
}

/** Whether a domain on its way still has its certificate at this server: visitors who are led there are served. */
export function isBeingLeft({ move, retireFrom = [] }: Pick<Domain, 'move' | 'retireFrom'>, serverId: number): boolean {
  return move !== undefined && (serverId === move.fromServerId || retireFrom.includes(serverId));
}

/** Which server the hostname leads to, as far as is known: while a domain moves, the one that it comes from. */
export function servingServerOf({ serverId, move }: Placed): number {
  return move?.fromServerId ?? serverId;
}
