import type { Ports } from '../machine/ports.ts';

/**
 * Addresses of the local DNS's name servers. A delegation has no port, so each server has a TEST-NET-1 address (RFC 5737), which
 * the stage maps to a port of this machine.
 */
export const ROOT_SERVERS = ['192.0.2.11', '192.0.2.12'];
export const TLD_SERVERS = ['192.0.2.13', '192.0.2.14'];
/** For the base target's zone. */
export const EDGE_SERVERS = ['192.0.2.15', '192.0.2.16'];
/** For all other zones. */
export const CUSTOMER_SERVERS = ['192.0.2.17', '192.0.2.18', '192.0.2.19', '192.0.2.20'];
/** An address without a listener. */
export const UNREACHABLE_SERVER = '192.0.2.21';
/** The program's name for servers that answer for all zones, like a recursive resolver. */
export const RECURSIVE_VIEW = 'view';

const SERVERS = [...ROOT_SERVERS, ...TLD_SERVERS, ...EDGE_SERVERS, ...CUSTOMER_SERVERS];
/** Nothing listens at port 1 (tcpmux), and only a privileged process could. */
const CLOSED_ENDPOINT = '127.0.0.1:1';

/** The recursive view twice, because the service believes no single validating resolver. */
export function recursiveServers({ dns, nameServers }: Ports): string[] {
  return [dns, nameServers].map((port) => `127.0.0.1:${port}`);
}

/** Where the stage maps each name server's address. */
export function nameServerEndpoints(ports: Ports): Record<string, string> {
  const listening = SERVERS.map((address, at) => [address, `127.0.0.1:${ports.nameServers + 1 + at}`]);
  return { ...Object.fromEntries(listening), [UNREACHABLE_SERVER]: CLOSED_ENDPOINT };
}

export function listeners(ports: Ports): string[] {
  const endpoints = nameServerEndpoints(ports);
  return [
    ...recursiveServers(ports).map((at) => `${RECURSIVE_VIEW}=${at}`),
    ...SERVERS.map((address) => `${address}=${endpoints[address]}`),
  ];
}
