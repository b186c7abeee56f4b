import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import type { Pebble } from '../pebble.ts';
import type { Contender } from './contender.ts';
import { rootsIn } from './issue-with-programs.ts';

const POLL_EVERY_MS = 50;

/** Caddy, configured with these names. By default it starts ten at once, then ten every ten seconds (certmagic). */
export async function caddy(pebble: Pebble, command: string, folder: string): Promise<Contender> {
  const roots = await rootsIn(folder, pebble);
  let round = 0;
  return {
    ...{ name: 'Caddy', manner: 'as it is shipped', certificates: 20 },
    async issueAll(hostnames) {
      round += 1;
      const storage = join(folder, `caddy-${round}`);
      const port = await anyFreePort();
      const file = `${storage}.json`;
      await writeFile(file, JSON.stringify(configOf(hostnames, { directoryUrl: pebble.directoryUrl, roots, storage, port })));
      pebble.askedOtherwise.port = port;
      const program = spawn(command, ['run', '--config', file], { stdio: 'ignore' });
      try {
        while (globSync(join(storage, 'certificates', '*', '*', '*.crt')).length < hostnames.length) await stillRunning(program);
      } finally {
        program.kill();
        if (program.exitCode === null) await once(program, 'exit');
        delete pebble.askedOtherwise.port;
      }
    },
  };
}

async function stillRunning({ exitCode }: ChildProcess): Promise<void> {
  if (exitCode !== null) throw new Error(`Caddy has ended with ${exitCode}`);
  await sleep(POLL_EVERY_MS);
}

interface Where {
  directoryUrl: string;
  roots: string;
  storage: string;
  port: number;
}

function configOf(hostnames: readonly string[], { directoryUrl, roots, storage, port }: Where) {
  const challenges = { http: { alternate_port: port }, 'tls-alpn': { disabled: true } };
  const issuer = { module: 'acme', ca: directoryUrl, trusted_roots_pem_files: [roots], challenges };
  return {
    admin: { disabled: true },
    storage: { module: 'file_system', root: storage },
    apps: { tls: { certificates: { automate: hostnames }, automation: { policies: [{ issuers: [issuer] }] } } },
  };
}
