import { type AgentPorts, agentInstaller } from './agent-installer.ts';
import { type AwsPorts, awsInstaller } from './aws-installer.ts';
import type { Certificate, CertificateWithoutKey, ServableCertificate } from './certificate.schema.ts';
import type { AwsProblem, Machine, Server } from './server.schema.ts';
import type { ServerReads } from './server.store.ts';

/** How certificates are installed at a server and removed from it. Every method may be repeated after a crash. */
export interface Installer {
  /** True when something exists that could serve a certificate. */
  isReady(): boolean;
  /** True when challenges were recently seen to arrive, although from nearer than a CA's. */
  seesItsChallengePath(now: Date): boolean;
  /**
   * True when the server itself has shown that it serves the certificate. `machines`: all machines of the server, if it has any.
   */
  confirms(certificate: CertificateWithoutKey, machines: readonly Machine[]): boolean;
  /** Why the service cannot install the certificate there; absent if no problem is known. */
  problemWith(certificate: CertificateWithoutKey): AwsProblem | undefined;
  /** Installs a certificate at the server, and returns the updated server: undefined if it is gone. */
  install(certificate: Certificate, ports: InstallerPorts, now: Date): Promise<Server | undefined>;
  /** Removes from the server a certificate whose row has the state `removed`. */
  remove(certificate: Certificate, ports: InstallerPorts, now: Date): Promise<void>;
}

/**
 * The ports of each type, under its name: no type gets another's. Their permissions are in `lib/lifecycle/lifecycle-steps.ts`.
 */
export type InstallerPorts = AgentPorts & AwsPorts;

export interface InstallingPorts {
  servers: Pick<ServerReads, 'get'>;
  installers: InstallerPorts;
}

/** The certificates that are not announced to their servers yet. */
export function notAnnounced(certificates: readonly ServableCertificate[]): ServableCertificate[] {
  return certificates.filter(({ announcedAt }) => announcedAt === undefined);
}

/** Installs a certificate at its server, and returns the updated server. */
export async function installAtServer(
  certificate: ServableCertificate,
  { servers, installers }: InstallingPorts,
  now: Date,
): Promise<Server | undefined> {
  const server = await servers.get(certificate.organizationId, certificate.serverId);
  return installer(server).install(certificate, installers, now);
}

const missingServerInstaller: Installer = {
  isReady: () => false,
  seesItsChallengePath: () => false,
  confirms: () => false,
  problemWith: () => undefined,
  install: async () => undefined,
  remove: async () => {},
};

/** No default: a new type does not compile until it is decided here. */
export function installer(server: Server | undefined): Installer {
  if (server === undefined) return missingServerInstaller;
  switch (server.type) {
    case 'agent':
      return agentInstaller(server);
    case 'alb':
    case 'cloudfront':
      return awsInstaller(server);
  }
}
