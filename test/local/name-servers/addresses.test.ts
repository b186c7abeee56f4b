import { expect, it } from 'vitest';
import { portsOf, readPorts, START_PORTS } from '../../../local/machine/ports.ts';
import {
  CUSTOMER_SERVERS,
  EDGE_SERVERS,
  listeners,
  nameServerEndpoints,
  ROOT_SERVERS,
  recursiveServers,
  TLD_SERVERS,
  UNREACHABLE_SERVER,
} from '../../../local/name-servers/addresses.ts';

const ports = readPorts({}, START_PORTS);

it('every name server of the local DNS has a port of its own, and all that are kept free for them are taken', () => {
  const servers = [...ROOT_SERVERS, ...TLD_SERVERS, ...EDGE_SERVERS, ...CUSTOMER_SERVERS];
  const endpoints = nameServerEndpoints(ports);
  const used = [...recursiveServers(ports), ...servers.map((address) => endpoints[address])];
  expect(used.toSorted()).toEqual([ports.dns, ...portsOf('nameServers', ports)].map((port) => `127.0.0.1:${port}`).toSorted());
  expect(listeners(ports).map((listener) => listener.split('=')[1])).toEqual(used);
});

it('one name server of the local DNS is to be had for those who want it closed: it has an address, and nobody listens', () => {
  expect(nameServerEndpoints(ports)[UNREACHABLE_SERVER]).toBe('127.0.0.1:1');
  expect(listeners(ports).join()).not.toContain(UNREACHABLE_SERVER);
});
