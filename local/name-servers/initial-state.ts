import { CUSTOMER_SERVERS, EDGE_SERVERS } from './addresses.ts';
import { DEFAULT_SERVERS, type DnsState, newZone } from './dns-state.ts';

/** Address of the local cloud's own web server. */
const HERE = ['127.0.0.1'];

/** State of a first start: the base target, below which every label leads to this machine, and an empty customer zone. */
export function initialState(baseTarget: string): DnsState {
  const edgeZone = baseTarget.split('.').slice(-2).join('.');
  const edgeServers = EDGE_SERVERS.map((_, at) => `ns${at + 1}.${edgeZone}`);
  const addresses = [
    ...DEFAULT_SERVERS.map((name, at) => [name, CUSTOMER_SERVERS[at] ?? '']),
    ...edgeServers.map((name, at) => [name, EDGE_SERVERS[at] ?? '']),
  ];
  return {
    zones: { 'dns.test': newZone(), [edgeZone]: newZone(edgeServers), 'customer.test': newZone() },
    records: {
      ...Object.fromEntries(addresses.map(([name = '', address = '']) => [name, { A: [address] }])),
      [baseTarget]: { A: HERE },
      [`*.${baseTarget}`]: { A: HERE },
    },
    faults: [],
  };
}
