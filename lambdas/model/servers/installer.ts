import { type AgentPorts, agentInstaller } from './agent-installer.ts';
import { type AwsPorts, awsInstaller } from './aws-installer.ts';
import type { Certificate, CertificateWithoutKey, ServableCertificate } from './certificate.schema.ts';
import type { AwsProblem, Machine, Server } from './server.schema.ts';
import type { ServerReads } from './server.store.ts';

/** How certificates come to a server and leave it. Everything here may be called again after it died half-way. */
export interface Installer {
  /** Whether anything is there that could serve a certificate. */
  isReady(): boolean;
  /** Whether whoever is there has lately seen challenges arrive, though from nearer than a CA asks. */
  seesItsChallengePath(now: Date): boolean;
  /** Whether the server itself has shown that it serves the certificate; `machines`: all of it, where it has any. */
  confirms(certificate: CertificateWithoutKey, machines: readonly Machine[]): boolean;
  /** Why the service cannot bring the certificate there; absent where nothing is known to be in the way. */
  problemWith(certificate: CertificateWithoutKey): AwsProblem | undefined;
  /** Brings a certificate to the server, and answers the server as it is then: undefined where it is gone. */
  install(certificate: Certificate, ports: InstallerPorts, now: Date): Promise<Server | undefined>;
  /** Takes away from the server a certificate whose row says that it is removed. */
  remove(certificate: Certificate, ports: InstallerPorts, now: Date): Promise<void>;
}

/**
 * What each type needs to install and remove, under its name: no type gets what is another's. The rights to it are in
 * `lib/lifecycle/lifecycle-steps.ts`.
 */
export type InstallerPorts = AgentPorts & AwsPorts;

/** What steps need that bring certificates to servers. */
export interface InstallingPorts {
  servers: Pick<ServerReads, 'get'>;
  installers: InstallerPorts;
}

/** What of these their servers were not told of yet. */
export function notAnnounced(certificates: readonly ServableCertificate[]): ServableCertificate[] {
  return certificates.filter(({ announcedAt }) => announcedAt === undefined);
}

/** Installs a certificate at its server, and answers the server as it is then. */
export async function installAtItsServer(
  certificate: ServableCertificate,
  { servers, installers }: InstallingPorts,
  now: Date,
): Promise<Server | undefined> {
  const server = await servers.get(certificate.organizationId, certificate.serverId);
  return installer(server).install(certificate, installers, now);
}

const nowhere: Installer = {
  isReady: () => false,
  seesItsChallengePath: () => false,
  confirms: () => false,
  problemWith: () => undefined,
  install: async () => undefined,
  remove: async () => {},
};

/** By the server's type, one case for each and no default: a new type does not compile until it is decided here. */
export function installer(server: Server | undefined): Installer {
  if (server === undefined) return nowhere;
  switch (server.type) {
    case 'agent':
      return agentInstaller(server);
    case 'alb':
    case 'cloudfront':
      return awsInstaller(server);
  }
}
