import type { Ports } from '../machine/ports.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';
import type { DnsFront } from './dns-front.ts';

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
    // There is no path for it: that it answers with 404 shows that it is up.
    check: () => requireAnswer(`http://127.0.0.1:${managementPort}/`, [404]),
    onHealthy: async () => {
      await front.repeat();
      await front.listen();
    },
  };
}
