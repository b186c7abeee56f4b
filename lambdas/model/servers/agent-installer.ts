import { LostRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { CertificateWithoutKey } from './certificate.schema.ts';
import type { CertificateStore } from './certificate.store.ts';
import type { AgentServer, Server } from './server.schema.ts';
import type { ServerStore } from './server.store.ts';
import { seesItsChallengePath } from './server.ts';

/** The table only, and no private key: agents fetch keys through `lambdas/edge/`. */
export interface AgentPorts {
  agent: {
    servers: Pick<ServerStore, 'get' | 'raiseRevision'>;
    certificates: Pick<CertificateStore, 'markChanged' | 'markAnnounced'>;
  };
}

/** How long agents look often after news: fetching takes seconds, and the next domain of a batch is seldom later. */
export const BUSY_SECONDS = 600;

/** Agents fetch by themselves: to install and to remove is to let them know. */
export function agentInstaller(server: AgentServer) {
  return {
    isReady: () => Object.keys(server.machines).length > 0,
    seesItsChallengePath: (now: Date) => seesItsChallengePath(server, now),
    install: (certificate: CertificateWithoutKey, ports: AgentPorts, now: Date) => announce(certificate, server, ports, now),
    remove: async (certificate: CertificateWithoutKey, ports: AgentPorts, now: Date) => {
      await announce(certificate, server, ports, now);
    },
  };
}

/**
 * Makes a server's agents see a certificate, once, and answers the server. Three writes instead of one transaction, because
 * fifty domains of one server at once would refuse each other its item. Killed between them it is simply repeated: an agent
 * that sees a change twice ignores it; a revision that grew without a change costs one query.
 */
async function announce(
  certificate: CertificateWithoutKey,
  server: AgentServer,
  { agent: { servers, certificates } }: AgentPorts,
  now: Date,
): Promise<Server | undefined> {
  if (certificate.announcedAt !== undefined) return server;
  const { organizationId, serverId } = certificate;
  try {
    await certificates.markChanged(certificate, now);
    const told = await servers.raiseRevision(organizationId, serverId, addSeconds(now, BUSY_SECONDS));
    await certificates.markAnnounced(certificate, now);
    return told;
  } catch (error) {
    if (!(error instanceof LostRace)) throw error; // another run announced it, or a newer certificate took its place
    return servers.get(organizationId, serverId);
  }
}
