import { spawn } from 'node:child_process';
import * as http from 'node:http';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { proxyBypassHosts } from './api/proxy.ts';
import manifest from './package.json' with { type: 'json' };
import { run } from './run.ts';
import { EXIT, Interrupted } from './terminal/failure.ts';
import type { Machine } from './terminal/machine.ts';

const controller = new AbortController();
let isTold = false;

/** The first Ctrl-C lets pending requests finish. The second exits at once. */
function interrupt(): void {
  if (isTold) process.exit(EXIT.interrupted);
  isTold = true;
  controller.abort(new Interrupted());
  const isLong = setTimeout(() => process.stderr.write('Waiting for an answer. Ctrl-C again ends at once.\n'), 1_000);
  isLong.unref();
}

const machine: Machine = {
  version: manifest.version,
  env: process.env,
  platform: process.platform,
  homeFolder: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
  openInBrowser,
  signal: controller.signal,
  interrupt,
};

/** Without a shell, which would interpret the address. */
function openInBrowser(url: string): void {
  const [program, ...words] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const child = spawn(program as string, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the link is printed anyway
  child.unref();
}

/** Makes fetch() use the environment's proxy. */
function useProxyOfEnvironment(): void {
  const { env } = process;
  if (!['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name])) return;
  const direct = proxyBypassHosts(env).join(',');
  if (typeof http.setGlobalProxyFromEnv === 'function')
    http.setGlobalProxyFromEnv({ ...env, no_proxy: direct, NO_PROXY: direct });
  else if (env.NODE_USE_ENV_PROXY !== '1') {
    console.error(
      'Warning: this Node takes no proxy from HTTPS_PROXY. Use Node 24.14 or later, or set NODE_USE_ENV_PROXY=1 (22.21 or later).',
    );
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
// `cps domains list | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.broken));
useProxyOfEnvironment();
process.exitCode = await run(process.argv.slice(2), machine);
// Nobody waits any more for pending requests.
if (controller.signal.aborted) process.exit();
process.stdin.unref?.();
