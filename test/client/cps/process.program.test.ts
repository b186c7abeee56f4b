import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCps } from '../../../client/cps/build.ts';
import manifest from '../../../client/cps/package.json' with { type: 'json' };
import { NODE } from '../../../local/machine/environment.ts';
import { domain, event, KEY, type Site, startSite } from './played-site.ts';
import { keyFor, newHome } from './run-cps.ts';

const run = promisify(execFile);

let folder: string;
let program: string;
let site: Site;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cps-built-'));
  await buildCps(folder);
  program = join(folder, 'main.js');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await site.close();
});

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: newHome(),
  ...keyFor(site),
  ...more,
});

/** The built program, as npm installs it, as a separate process. */
function start(words: readonly string[], env: Record<string, string> = environment()) {
  const child = spawn(NODE, [program, ...words], { env });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
}

describe('the built program', () => {
  it('is small, needs no other package, and brings the licences of what is in it', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    expect(statSync(program).size).toBeLessThan(300_000);
    const licences = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'openapi-fetch', '@modelcontextprotocol/server', 'zod'])
      expect(licences).toContain(`${name} `);
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('ends with the code that the help lists', async () => {
    const { stdout, exit } = start(['whoami', '--json']);
    expect(await exit).toBe(0);
    expect(JSON.parse(stdout()).name).toBe('Shops');
    expect(await start(['whoami'], environment({ CPS_API_KEY: KEY.replace(/a$/, 'b') })).exit).toBe(3);
  });

  it('reads a key from a pipe', async () => {
    const env = environment();
    const { child, exit } = start(['login', '--site', site.url], { PATH: env.PATH, HOME: env.HOME });
    child.stdin.end(`${KEY}\n`);
    expect(await exit).toBe(0);
    expect(existsSync(join(env.HOME, '.config', 'cps', 'credentials.json'))).toBe(true);
  });

  it('ends without a complaint where a pipe has enough', async () => {
    site.on(() => ({
      body: { data: Array.from({ length: 100 }, () => domain({ metadata: { note: 'x'.repeat(2000) } })), next_cursor: 'c' },
    }));
    const { child, stderr, exit } = start(['domains', 'list', '--limit', '500', '--json']);
    child.stdout.destroy();
    expect(await exit).toBe(0);
    expect(stderr()).toBe('');
  });
});

describe('Ctrl-C', () => {
  it.each([
    ['a list', ['domains', 'list']],
    ['listen', ['listen', '--forward', 'http://127.0.0.1:9/']],
    ['watch', ['domains', 'watch', '7']],
    ['a check of a name', ['doctor', 'shop.customer.com']],
  ])('ends %s with 130 while the service does not answer', async (_what, words) => {
    site.on(() => new Promise(() => undefined));
    const { child, exit } = start(words);
    await expect.poll(() => site.received.length).toBe(1);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
  });

  it('ends listen with 130 between two events', async () => {
    site.on(() => ({ body: { data: [], next_cursor: '1' } }));
    const { child, exit } = start(['listen', '--forward', 'http://127.0.0.1:9/']);
    await expect.poll(() => site.received.length).toBeGreaterThan(1);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
  });

  it('lets what changes something be answered, and the second one does not', async () => {
    let release = (): void => undefined;
    site.on(({ method }) =>
      method === 'GET'
        ? undefined
        : new Promise((resolve) => {
            release = () => resolve({ status: 201, body: domain() });
          }),
    );
    const first = start(['domains', 'add', 'shop.customer.com', '--server', '1', '--json']);
    await expect.poll(() => site.received.length).toBe(1);
    first.child.kill('SIGINT');
    await expect.poll(first.stderr).toContain('Ctrl-C again ends at once');
    release();
    expect(await first.exit).toBe(130);
    expect(JSON.parse(first.stdout()).id).toBe(7);

    const second = start(['domains', 'add', 'shop.customer.com', '--server', '1']);
    await expect.poll(() => site.received.length).toBe(2);
    second.child.kill('SIGINT');
    await expect.poll(second.stderr).toContain('Ctrl-C again ends at once');
    second.child.kill('SIGINT');
    expect(await second.exit).toBe(130);
    expect(second.stdout()).toBe('');
  });
});

describe('a proxy of the environment', () => {
  /** A proxy that tunnels every hostname to the fake site. */
  async function startProxy() {
    const tunnels: string[] = [];
    const proxy = createServer((_request, response) => response.writeHead(501).end());
    proxy.on('connect', ({ url }, socket, head) => {
      tunnels.push(url ?? '');
      const onward = connect(site.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, tunnels, close: () => proxy.close() };
  }

  it('takes what is for the site, and not what is for a receiver on this machine', async () => {
    const proxy = await startProxy();
    const log = [event(1)];
    site.on(({ path, query }) => {
      if (path !== '/api/events') return;
      if (query.sort === 'newest') return { body: { data: log.slice(-1), next_cursor: '' } };
      const from = Number(query.cursor ?? 1);
      return { body: { data: log.slice(from), next_cursor: String(log.length) } };
    });
    const arrived: string[] = [];
    const receiver = createServer((request, response) => {
      arrived.push(String(request.headers['webhook-id']));
      response.end();
    });
    // Not covered by NO_PROXY by default.
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.2', resolve));
    const { port } = receiver.address() as AddressInfo;
    const env = environment({ CPS_SITE_URL: 'http://certificates.example.com', HTTP_PROXY: proxy.url });
    const { child, exit } = start(['listen', '--forward', `http://127.0.0.2:${port}/`], env);
    await expect.poll(() => site.received.length).toBeGreaterThan(1);
    log.push(event(2));
    await expect.poll(() => arrived).toEqual([event(2).id]);
    child.kill('SIGINT');
    await exit;
    expect(new Set(proxy.tunnels)).toEqual(new Set(['certificates.example.com:80']));
    proxy.close();
    receiver.close();
  });

  it('is left out for a site on this machine and for those of NO_PROXY', async () => {
    const proxy = await startProxy();
    expect(await start(['whoami'], environment({ HTTP_PROXY: proxy.url })).exit).toBe(0);
    const env = environment({
      CPS_SITE_URL: 'http://no-such-site.invalid',
      HTTP_PROXY: proxy.url,
      NO_PROXY: 'no-such-site.invalid',
    });
    expect(await start(['whoami'], env).exit).toBe(7);
    expect(proxy.tunnels).toEqual([]);
    proxy.close();
  });

  it('that does not answer is named, with what to set', async () => {
    const env = environment({ CPS_SITE_URL: 'http://certificates.example.com', HTTP_PROXY: 'http://user:secret@127.0.0.1:1' });
    const { stderr, exit } = start(['whoami'], env);
    expect(await exit).toBe(7);
    expect(stderr()).toContain('through the proxy 127.0.0.1:1');
    expect(stderr()).toContain('add certificates.example.com to NO_PROXY');
    expect(stderr()).not.toContain('secret');
  });
});

it('the script for bash completes commands and known values', async () => {
  const bin = join(folder, 'bin');
  await run('sh', [
    '-c',
    `mkdir -p '${bin}' && printf '#!/bin/sh\\nexec "${NODE}" "${program}" "$@"\\n' > '${bin}/cps' && chmod +x '${bin}/cps'`,
  ]);
  const complete = async (line: string) => {
    const words = line.split(' ');
    const script = `eval "$(cps completion bash)"
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _cps; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['-c', script], { env: { ...environment(), PATH: `${bin}:${process.env.PATH}` } });
    return stdout.trim().split('\n');
  };
  expect(await complete('cps dom')).toEqual(['domains']);
  expect(await complete('cps domains wa')).toEqual(['watch']);
  expect(await complete('cps trigger certificate.iss')).toEqual(['certificate.issued']);
  // Quoted, so that the shell does not expand it to file names.
  const events = await complete('cps webhooks add --events ');
  expect(events).toContain('\\*');
  expect(events).not.toContain('bin');
});
