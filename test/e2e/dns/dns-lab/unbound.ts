import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Component, component, type Surroundings } from '../../../../local/processes/component.ts';
import { requireAnswer } from './served-serial.ts';

export interface UnboundPlace {
  folder: string;
  port: number;
  /** `address:port` of the name servers, by zone: otherwise Unbound uses port 53. */
  servers: Record<string, string[]>;
  /** DNSKEY or DS records, as zone file lines. */
  anchors: string[];
}

/** A validating resolver with extended errors and without a cache. */
export function planUnbound(place: UnboundPlace): Component {
  const { folder, port } = place;
  const file = join(folder, 'unbound.conf');
  const spec = {
    name: 'unbound',
    command: 'unbound',
    args: ['-d', '-c', file],
    prepare: async () => {
      await writeFile(join(folder, 'unbound.anchors'), `${place.anchors.join('\n')}\n`);
      await writeFile(file, configuration(place));
    },
    check: () => requireAnswer(`127.0.0.1:${port}`, 'nothing'),
  };
  return component(spec, surroundings(folder));
}

/** Without a table of processes: the tests stop them. */
export function surroundings(logs: string): Surroundings {
  const table = { add: () => undefined, remove: () => undefined };
  return { logs, table, onCrash: (message) => console.error(message) };
}

function configuration({ folder, port, servers }: UnboundPlace): string {
  const stubs = Object.entries(servers).map(([zone, endpoints]) => {
    const addresses = endpoints.map((endpoint) => `  stub-addr: ${endpoint.replace(':', '@')}\n`);
    return `stub-zone:\n  name: "${zone}"\n${addresses.join('')}`;
  });
  return `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  num-threads: 1
  interface: 127.0.0.1
  port: ${port}
  do-not-query-localhost: no
  do-ip6: no
  ede: yes
  val-log-level: 2
  val-bogus-ttl: 0
  cache-max-ttl: 0
  cache-max-negative-ttl: 0
  local-zone: "test." nodefault
  trust-anchor-file: "${join(folder, 'unbound.anchors')}"
remote-control:
  control-enable: no
${stubs.join('')}`;
}
