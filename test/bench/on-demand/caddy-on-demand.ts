import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Cloud } from '../../../local/cloud.ts';
import { acmeTlsFiles } from '../../../local/machine/acme-tls.ts';
import type { Ports } from '../../../local/machine/ports.ts';
import type { StateDir } from '../../../local/machine/state-dir.ts';
import { acmeDirectoryUrl } from '../../../local/processes/pebble.ts';
import { stillRunning } from '../issuance/issue-with-caddy.ts';

/** Of loopback, where nobody else listens: to DNS and the CA another machine, on the same ports. */
const ADDRESS = '127.0.0.3';
const STARTS_WITHIN_MS = 15_000;

/** A Caddy of its own beside the cloud, which has a certificate issued when a visitor comes, by the same CA and DNS. */
export async function caddyOnDemand(command: string, cloud: Cloud, ports: Ports, state: StateDir) {
  // Whether a name is ours to issue for: Caddy does not issue on demand without asking somebody.
  const allows = createServer((_, response) => response.writeHead(200).end()).listen(0, '127.0.0.1');
  await once(allows, 'listening');
  const { port } = allows.address() as AddressInfo;
  const file = join(state.root, 'caddy-on-demand.json');
  const ca = { directoryUrl: acmeDirectoryUrl(ports), roots: acmeTlsFiles(state.pebble).root };
  writeFileSync(file, JSON.stringify(configOf(ports, ca, join(state.root, 'caddy-on-demand'), `http://127.0.0.1:${port}/`)));
  const program = spawn(command, ['run', '--config', file], { stdio: 'ignore' });
  const giveUpAt = Date.now() + STARTS_WITHIN_MS;
  while (!(await answers(ports.edgeHttp))) {
    await stillRunning(program);
    if (Date.now() > giveUpAt) throw new Error('Caddy does not start');
  }
  return {
    /** Seconds from the name leading to it until the first visitor, who comes at once, is served. */
    async firstVisit(hostname: string): Promise<number> {
      await cloud.dns.set(hostname, 'A', [ADDRESS]);
      const setAt = performance.now();
      while (!(await isServed(hostname, ports.edgeHttps))) await sleep(100);
      return (performance.now() - setAt) / 1000;
    },
    async stop(): Promise<void> {
      allows.close();
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://${ADDRESS}:${port}/`).then(
    () => true,
    () => false,
  );
}

/** The handshake waits for the certificate. */
async function isServed(hostname: string, port: number): Promise<boolean> {
  const socket = connect({ host: ADDRESS, port, servername: hostname, rejectUnauthorized: false });
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

function configOf(ports: Ports, { directoryUrl, roots }: { directoryUrl: string; roots: string }, storage: string, ask: string) {
  const challenges = { http: { alternate_port: ports.edgeHttp }, 'tls-alpn': { disabled: true }, bind_host: ADDRESS };
  const issuer = { module: 'acme', ca: directoryUrl, trusted_roots_pem_files: [roots], challenges };
  const routes = [{ handle: [{ handler: 'static_response', status_code: 200 }] }];
  const visitors = { listen: [`${ADDRESS}:${ports.edgeHttps}`], routes, tls_connection_policies: [{}] };
  const plain = { listen: [`${ADDRESS}:${ports.edgeHttp}`], routes, automatic_https: { disable: true } };
  return {
    admin: { disabled: true },
    storage: { module: 'file_system', root: storage },
    apps: {
      http: { http_port: ports.edgeHttp, https_port: ports.edgeHttps, servers: { visitors, plain } },
      tls: {
        automation: {
          on_demand: { permission: { module: 'http', endpoint: ask } },
          policies: [{ on_demand: true, issuers: [issuer] }],
        },
      },
    },
  };
}
