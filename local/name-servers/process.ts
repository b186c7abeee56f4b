import type { Ports } from '../machine/ports.ts';
import type { ComponentSpec } from '../processes/component.ts';
import { listeners } from './addresses.ts';
import type { DnsControl } from './control.ts';
import { untilServed } from './generation.ts';

/** The program that plays all name servers and the resolver, over UDP and TCP. */
export function dnsServerProcess(command: string, folder: string, ports: Ports, control: DnsControl): ComponentSpec {
  return {
    name: 'dns',
    command,
    args: ['-folder', folder, ...listeners(ports).flatMap((listener) => ['-listen', listener])],
    prepare: async () => control.prepare(),
    check: () => untilServed(ports.dns, control.generation()),
    onHealthy: () => control.listen(),
  };
}
