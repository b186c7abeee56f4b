import type { Ports } from '../machine/ports.ts';
import type { ComponentSpec } from './component.ts';
import type { DnsFront } from './dns-front.ts';
import { dnsManagement } from './dns-management.ts';

/** DNS over UDP and TCP. A name without records has the address 127.0.0.1, so every server's label leads to this machine. */
export function dnsServerProcess(command: string, ports: Ports, managementPort: number, front: DnsFront): ComponentSpec {
  return {
    name: 'dns',
    command,
    args: [
      ...['-dnsserver', `127.0.0.1:${ports.dns}`, '-management', `127.0.0.1:${managementPort}`],
      ...['-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''],
      // Its own challenge servers are off: Caddy and the agent answer challenges here.
      ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', ''],
    ],
    // There is no path for it: that it answers shows that it is up.
    check: async () => void (await dnsManagement(managementPort)('GET', '/')),
    onHealthy: async () => {
      await front.repeat();
      await front.listen();
    },
  };
}
