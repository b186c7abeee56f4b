import type { Ports } from '../machine/ports.ts';

/**
 * Where the name servers of the local DNS lie. A delegation carries no port, so each has an address of TEST-NET-1 (RFC 5737),
 * which the stage maps to a port of this machine.
 */
export const ROOT_SERVERS = ['192.0.2.11', '192.0.2.12'];
export const TLD_SERVERS = ['192.0.2.13', '192.0.2.14'];
/** Of the base target's zone. */
export const EDGE_SERVERS = ['192.0.2.15', '192.0.2.16'];
/** Of everybody else's zones. */
export const CUSTOMER_SERVERS = ['192.0.2.17', '192.0.2.18', '192.0.2.19', '192.0.2.20'];
/** Where nobody listens. */
export const CLOSED_SERVER = '192.0.2.21';
/** What the program calls the servers that see all zones as a recursive resolver does. */
export const VIEW = 'view';

const SERVERS = [...ROOT_SERVERS, ...TLD_SERVERS, ...EDGE_SERVERS, ...CUSTOMER_SERVERS];
/** Nobody listens at the first port (tcpmux), and nobody without rights may. */
const CLOSED_ENDPOINT = '127.0.0.1:1';

/** The recursive view, twice: what only one of two validating resolvers says is not believed. */
export function recursiveServers({ dns, nameServers }: Ports): string[] {
  return [dns, nameServers].map((port) => `127.0.0.1:${port}`);
}

/** What the stage maps each name server's address to. */
export function nameServerEndpoints(ports: Ports): Record<string, string> {
  const listening = SERVERS.map((address, at) => [address, `127.0.0.1:${ports.nameServers + 1 + at}`]);
  return { ...Object.fromEntries(listening), [CLOSED_SERVER]: CLOSED_ENDPOINT };
}

/** Who listens where, for the program. */
export function listeners(ports: Ports): string[] {
  const endpoints = nameServerEndpoints(ports);
  return [
    ...recursiveServers(ports).map((at) => `${VIEW}=${at}`),
    ...SERVERS.map((address) => `${address}=${endpoints[address]}`),
  ];
}
