import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An unused loopback address. DNS, the CA and visitors see it as another machine with the same ports. */
const ADDRESS = '127.0.0.3';
const STARTS_WITHIN_MS = 15_000;
const POLL_EVERY_MS = 50;

export interface OtherEdge {
  address: string;
  stop(): Promise<void>;
}

/** Ports of the CA and of visitors, the CA itself, and the root of its HTTPS. */
export interface OtherEdgeOptions {
  edgeHttp: number;
  edgeHttps: number;
  acmeDirectoryUrl: string;
  acmeRootFile: string;
}

/** A separate Caddy beside the local cloud. It obtains certificates on demand from the same CA, with the same DNS. */
export async function otherEdge(command: string, beside: OtherEdgeOptions): Promise<OtherEdge> {
  const folder = await mkdtemp(join(tmpdir(), 'cps-other-edge-'));
  // Allows every name: Caddy requires a permission endpoint for on-demand issuance.
  const allows = createServer((_, response) => response.writeHead(200).end()).listen(0, '127.0.0.1');
  await once(allows, 'listening');
  const { port } = allows.address() as AddressInfo;
  const file = join(folder, 'caddy.json');
  await writeFile(file, JSON.stringify(configOf(beside, join(folder, 'storage'), `http://127.0.0.1:${port}/`)));
  const program = spawn(command, ['run', '--config', file], { stdio: 'ignore' });
  const stop = async () => {
    allows.close();
    program.kill();
    if (program.exitCode === null) await once(program, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(program, beside.edgeHttp);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: ADDRESS, stop };
}

async function untilItAnswers(program: ChildProcess, port: number): Promise<void> {
  const giveUpAt = Date.now() + STARTS_WITHIN_MS;
  while (!(await fetch(`http://${ADDRESS}:${port}/`).catch(() => undefined))) {
    if (program.exitCode !== null) throw new Error(`the other edge ends at once, with ${program.exitCode}: is ${ADDRESS} free?`);
    if (Date.now() > giveUpAt) throw new Error('the other edge does not start');
    await sleep(POLL_EVERY_MS);
  }
}

function configOf({ edgeHttp, edgeHttps, acmeDirectoryUrl, acmeRootFile }: OtherEdgeOptions, storage: string, ask: string) {
  const challenges = { http: { alternate_port: edgeHttp }, 'tls-alpn': { disabled: true }, bind_host: ADDRESS };
  const issuer = { module: 'acme', ca: acmeDirectoryUrl, trusted_roots_pem_files: [acmeRootFile], challenges };
  const answer = { handler: 'static_response', status_code: 200, body: 'This is {http.request.host}, at the other edge.' };
  const routes = [{ handle: [answer] }];
  const visitors = { listen: [`${ADDRESS}:${edgeHttps}`], routes, tls_connection_policies: [{}] };
  const plain = { listen: [`${ADDRESS}:${edgeHttp}`], routes, automatic_https: { disable: true } };
  return {
    admin: { disabled: true, config: { persist: false } },
    storage: { module: 'file_system', root: storage },
    apps: {
      http: { http_port: edgeHttp, https_port: edgeHttps, servers: { visitors, plain } },
      tls: {
        automation: {
          on_demand: { permission: { module: 'http', endpoint: ask } },
          policies: [{ on_demand: true, issuers: [issuer] }],
        },
      },
    },
  };
}
