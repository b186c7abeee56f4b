import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloudEnvironment } from '../../../local/machine/environment.ts';
import { runCommand } from '../../../local/machine/run-command.ts';
import type { Pebble } from '../pebble.ts';
import { type Contender, someAtOnce } from './contender.ts';

/** One per processor of a small machine; each process is CPU-bound. */
const PROCESSES = 2;

/**
 * certbot in its usual form: a process per certificate. Each worker has an account of its own, because certbot locks its folder.
 */
export async function certbot(pebble: Pebble, python: string, folder: string): Promise<Contender> {
  const roots = await rootsIn(folder, pebble);
  const log = join(folder, 'certbot.log');
  const run = (worker: number, args: readonly string[]) => {
    const own = join(folder, `certbot-${worker}`);
    const folders = ['--config-dir', own, '--work-dir', join(own, 'work'), '--logs-dir', join(own, 'logs')];
    const env = { ...cloudEnvironment(), REQUESTS_CA_BUNDLE: roots };
    return runCommand('certbot', {
      ...{ command: python, env, log },
      args: [
        '-c',
        'import sys; from certbot.main import main; sys.exit(main())',
        ...args,
        '--non-interactive',
        '--server',
        pebble.directoryUrl,
        ...folders,
      ],
    });
  };
  const register = ['register', '--agree-tos', '--register-unsafely-without-email'];
  for (let worker = 0; worker < PROCESSES; worker += 1) await run(worker, register);
  const webroot = ['--webroot', '--webroot-path', pebble.webroot, '--key-type', 'ecdsa'];
  return {
    ...{ name: 'certbot', manner: `a process each, ${PROCESSES} at once`, certificates: 6 },
    issueAll: (hostnames) =>
      someAtOnce(PROCESSES, hostnames, (hostname, worker) =>
        againIfNonceRefused(() => run(worker, ['certonly', ...webroot, '--domain', hostname])),
      ),
  };
}

/** certbot retries once: two rejected nonces in a row end it, which failed one run in ten of this bench. */
async function againIfNonceRefused(issueOne: () => Promise<void>): Promise<void> {
  try {
    await issueOne();
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('invalid anti-replay nonce'))) throw error;
    await issueOne();
  }
}

const LEGO_AT_ONCE = 16;

/** lego's library, in a process that registers an account and then issues. */
export async function lego(pebble: Pebble, command: string, folder: string): Promise<Contender> {
  const roots = await rootsIn(folder, pebble);
  const where = ['-directory', pebble.directoryUrl, '-roots', roots, '-webroot', pebble.webroot];
  return {
    ...{ name: 'lego, as a library', manner: `in one process, ${LEGO_AT_ONCE} at once`, certificates: 32 },
    issueAll: (hostnames) =>
      runCommand('lego', {
        ...{ command, log: join(folder, 'lego.log'), env: cloudEnvironment() },
        args: [...where, '-at-once', String(LEGO_AT_ONCE), ...hostnames],
      }),
  };
}

export async function rootsIn(folder: string, { trustedRootPem, webroot }: Pebble): Promise<string> {
  const file = join(folder, 'roots.pem');
  await mkdir(webroot, { recursive: true });
  await writeFile(file, trustedRootPem);
  return file;
}
