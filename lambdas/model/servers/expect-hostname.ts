import { wonRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { BUSY_SECONDS } from './agent-installer.ts';
import type { ExpectedHostnameStore, HostnameAtServer } from './expected-hostname.store.ts';
import type { ServerStore } from './server.store.ts';

export interface ExpectingPorts {
  expected: Pick<ExpectedHostnameStore, 'toldAt' | 'list' | 'markTold'>;
  servers: Pick<ServerStore, 'raiseRevision'>;
}

/** A machine that lost what it was told hears it again with the next certificate, and a request that waits with the next day. */
const TOLD_AGAIN_MS = 86_400_000;

/**
 * Has a server's agents expect a hostname, whose challenges they pass on from then on. Before anything asks for one. Killed
 * between two writes it is repeated; an agent that is told twice ignores it.
 */
export async function expectHostname(of: HostnameAtServer, { expected, servers }: ExpectingPorts, now: Date): Promise<void> {
  const toldAt = await expected.toldAt(of);
  if (toldAt !== undefined && now.getTime() - Date.parse(toldAt) < TOLD_AGAIN_MS) return;
  // Lost, another run tells them now, or the server is gone.
  const isTold = await wonRace(
    expected
      .list(of, toldAt, now)
      .then(() => servers.raiseRevision(of.organizationId, of.serverId, addSeconds(now, BUSY_SECONDS))),
  );
  if (isTold) await expected.markTold(of, now);
}
