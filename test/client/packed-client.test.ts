import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const NPM_PACK_MS = 60_000;

/** What an integrator would write: it has to compile, and the line with the wrong type has to be an error. */
const CONSUMER = `
import { createClient, type Schemas } from '${manifest.name}/client';

const client = createClient({ baseUrl: process.argv[2] ?? '', apiKeyId: 'cps_pk_test_1', apiKey: 'sk_test_1' });
const { data, error } = await client.POST('/api/domains', { body: { url: 'shop.customer.test', server_id: 1 } });
if (error) throw new Error(error.error.message);
const domain: Schemas['Domain'] = data;
// @ts-expect-error: a server's id is an integer
await client.GET('/api/domains', { params: { query: { server_id: 'one' } } });
console.log(domain.diagnosis.code);
`;

let folder: string;
let server: Server;
const received: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-client-'));
  await installPacked();
  server = createServer(({ method, url, headers }, response) => {
    received.push({ method, url, headers });
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 7, diagnosis: { code: 'in_progress' } }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
}, NPM_PACK_MS);

afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The tarball, unpacked as npm would; what it depends on is taken from here, so that no registry is asked. */
async function installPacked(): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: PROJECT });
  const modules = join(folder, 'node_modules');
  const destination = join(modules, manifest.name);
  await mkdir(destination, { recursive: true });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', destination, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    await symlink(join(PROJECT, 'node_modules', name), join(modules, name));
  }
}

describe('the packed client', () => {
  it(
    'compiles strictly in a project of its own, and runs',
    async () => {
      await writeFile(join(folder, 'consumer.mts'), CONSUMER);
      const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
      const options = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
      const typeRoots = ['--typeRoots', join(PROJECT, 'node_modules', '@types')];
      await run(compiler, ['--ignoreConfig', ...options, ...typeRoots, 'consumer.mts'], { cwd: folder });

      const { port } = server.address() as AddressInfo;
      const { stdout } = await run(process.execPath, ['consumer.mjs', `http://127.0.0.1:${port}/api`], { cwd: folder });
      expect(stdout.trim()).toBe('in_progress');
      expect(received[0]).toMatchObject({ method: 'POST', url: '/api/domains', headers: { 'x-api-key': 'sk_test_1' } });
    },
    NPM_PACK_MS,
  );
});
