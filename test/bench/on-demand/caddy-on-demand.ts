import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Cloud } from '../../../local/cloud.ts';
import { acmeTlsFiles } from '../../../local/machine/acme-tls.ts';
import type { Ports } from '../../../local/machine/ports.ts';
import type { StateDir } from '../../../local/machine/state-dir.ts';
import { otherEdge } from '../../../local/move/other-edge.ts';
import { acmeDirectoryUrl } from '../../../local/processes/pebble.ts';

/** A second Caddy besides the cloud, with on-demand issuance from the same CA and DNS. */
export async function caddyOnDemand(command: string, cloud: Cloud, ports: Ports, state: StateDir) {
  const { root: acmeRootFile } = acmeTlsFiles(state.pebble);
  const { address, stop } = await otherEdge(command, { ...ports, acmeDirectoryUrl: acmeDirectoryUrl(ports), acmeRootFile });
  return {
    /** Seconds from the name's A record until the first visitor, who comes at once, is served. */
    async firstVisit(hostname: string): Promise<number> {
      await cloud.dns.set(hostname, 'A', [address]);
      const setAt = performance.now();
      while (!(await isServed(hostname, address, ports.edgeHttps))) await sleep(100);
      return (performance.now() - setAt) / 1000;
    },
    stop,
  };
}

/** The handshake waits for the issuance. */
async function isServed(hostname: string, host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, servername: hostname, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    socket.write(`GET / HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    return String(answer).startsWith('HTTP/1.1 200');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
