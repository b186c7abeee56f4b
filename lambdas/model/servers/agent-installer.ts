import { SILENT_AFTER_SECONDS } from '../../../contract/stack/settings.schema.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { type CertificateWithoutKey, handshakeResultOf } from './certificate.schema.ts';
import type { CertificateStore } from './certificate.store.ts';
import type { ExpectedHostnameStore, HostnameAtServer } from './change-list.store.ts';
import type { AgentServer, Machine, Server } from './server.schema.ts';
import type { ServerStore } from './server.store.ts';
import { contactOf, machineCountOf, seesItsChallengePath } from './server.ts';

/** The table only, and no private key: agents fetch keys through `lambdas/agent-api/`. */
export interface AgentPorts {
  agent: {
    servers: Pick<ServerStore, 'get' | 'raiseRevision'>;
    certificates: Pick<CertificateStore, 'markChanged' | 'markAnnounced'>;
  };
}

/** How long agents poll often after a change: fetching takes seconds, and the next domain of a batch seldom takes longer. */
const FREQUENT_POLL_SECONDS = 600;

/** Agents fetch on their own: to install or to remove means to announce the change. */
export function agentInstaller(server: AgentServer) {
  return {
    isReady: () => machineCountOf(server) > 0,
    seesItsChallengePath: (now: Date) => seesItsChallengePath(server, now),
    confirms: (certificate: CertificateWithoutKey, machines: readonly Machine[]) =>
      machines.some((machine) => servesCertificate(machine, certificate)),
    problemWith: () => undefined,
    install: (certificate: CertificateWithoutKey, ports: AgentPorts, now: Date) =>
      announceCertificate(certificate, server, ports, now),
    remove: async (certificate: CertificateWithoutKey, ports: AgentPorts, now: Date) => {
      await announceCertificate(certificate, server, ports, now);
    },
  };
}

/**
 * The certificate that a machine serves for a hostname, by its reports, in the format of `handshakes`. Undefined: not reported.
 */
export function servedByMachine(machine: Machine, certificate: CertificateWithoutKey): string | undefined {
  const { hostname, announcedRevision, handshakes } = certificate;
  const expected = handshakeResultOf(certificate.facts.fingerprintSha256);
  const reported = handshakes[machine.id]?.shown;
  const { serving } = machine;
  const hasCome = serving !== undefined && announcedRevision !== undefined && serving.revision >= announcedRevision;
  if (reported === expected || !hasCome) return reported;
  if (Object.hasOwn(serving.missing, hostname)) return serving.missing[hostname];
  return serving.missingCount > Object.keys(serving.missing).length ? reported : expected;
}

function servesCertificate(machine: Machine, certificate: CertificateWithoutKey): boolean {
  return servedByMachine(machine, certificate) === handshakeResultOf(certificate.facts.fingerprintSha256);
}

/** Machines that polled recently and do not show the certificate, or have not reported it. */
export function machinesNotServing(certificate: CertificateWithoutKey, machines: readonly Machine[], now: Date): Machine[] {
  const latest = addSeconds(now, -SILENT_AFTER_SECONDS);
  return machines.filter((machine) => contactOf(machine) >= latest && !servesCertificate(machine, certificate));
}

/**
 * Announces a certificate once to a server's agents, and returns the server. Three writes instead of one transaction, because
 * fifty domains of one server at once would conflict on its item. A crash between them is repeated: an agent ignores a change
 * that it sees twice, and a revision that grew without a change costs one query.
 */
async function announceCertificate(
  certificate: CertificateWithoutKey,
  server: AgentServer,
  { agent: { servers, certificates } }: AgentPorts,
  now: Date,
): Promise<Server | undefined> {
  if (certificate.announcedAt !== undefined) return server;
  const { organizationId, serverId } = certificate;
  const announced = tellAgents();
  // If the write lost, another run announced it, or a newer certificate replaced it.
  return (await wonRace(announced)) ? announced : servers.get(organizationId, serverId);

  async function tellAgents(): Promise<Server> {
    await certificates.markChanged(certificate, now);
    const told = await servers.raiseRevision(organizationId, serverId, addSeconds(now, FREQUENT_POLL_SECONDS));
    await certificates.markAnnounced(certificate, now, told.type === 'agent' ? told.revision : undefined);
    return told;
  }
}

export interface ExpectingPorts {
  expected: Pick<ExpectedHostnameStore, 'toldAt' | 'list' | 'markTold'>;
  servers: Pick<ServerStore, 'raiseRevision'>;
}

/** A machine that missed the announcement gets it again well within the window for issuance. */
const ANNOUNCE_AGAIN_MS = 3_600_000;

/**
 * Makes a server's agents expect a hostname: they forward its challenges from then on. Call it before any challenge. A crash
 * between the two writes is repeated; an agent ignores a duplicate.
 */
export async function expectHostname(of: HostnameAtServer, { expected, servers }: ExpectingPorts, now: Date): Promise<void> {
  const toldAt = await expected.toldAt(of);
  if (toldAt !== undefined && now.getTime() - Date.parse(toldAt) < ANNOUNCE_AGAIN_MS) return;
  // If the write lost, another run announces it now, or the server is gone.
  const isTold = await wonRace(
    expected
      .list(of, toldAt, now)
      .then(() => servers.raiseRevision(of.organizationId, of.serverId, addSeconds(now, FREQUENT_POLL_SECONDS))),
  );
  if (isTold) await expected.markTold(of, now);
}
