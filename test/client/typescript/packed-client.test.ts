/** @module-tag slow */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };
import { PROJECT } from '../../../local/machine/environment.ts';
import { FORMER_SECRET, signedDelivery } from '../../docs/snippets/snippet-run.ts';
import { everyNode, installPacked, THROUGH_THE_CLIENT } from './install-packed.ts';

const run = promisify(execFile);
const NPM_PACK_MS = 60_000;

/** What an integrator would write: it has to compile, and the line with the wrong type has to be an error. */
const CONSUMER = `
import { createClient, type Schemas } from '${manifest.name}';

const client = createClient({ baseUrl: process.argv[2] ?? '', apiKeyId: 'cps_pk_test_1', apiKey: 'sk_test_1' });
const { data, error } = await client.POST('/api/domains', { body: { url: 'shop.customer.test', server_id: 1 } });
if (error) throw new Error(error.error.message);
const domain: Schemas['Domain'] = data;
// @ts-expect-error: a server's id is an integer
await client.GET('/api/domains', { params: { query: { server_id: 'one' } } });
console.log(domain.diagnosis.code);
`;

/** A receiver, whose program knows what each event holds. */
const RECEIVER = `
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '${manifest.name}/webhooks';

function subject(event: WebhookEvent): string {
  if (event.event === 'webhook.disabled') return String(event.data.webhook.id);
  // @ts-expect-error: no event has this name
  if (event.event === 'certificate.isued') return '';
  return 'domain' in event.data ? event.data.domain.url : event.event;
}

const [body = '', id = '', sentAt = '', signature = '', ofBody = '', secret = ''] = process.argv.slice(2);
const headers = { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature, 'x-service-signature': ofBody };
console.log(subject(verifyWebhook(body, headers, secret)));
try {
  verifyWebhook(body + ' ', headers, [secret]);
} catch (error) {
  if (error instanceof WebhookVerificationError && error.reason === 'wrong_signature') console.log(error.reason);
}
`;

/** A receiver of somebody who has copied one file (docs/guides/webhooks.md), and has no package at all. */
const COPYIST = `
import { verifyWebhook } from './verify-webhook.mjs';

const [body, id, sentAt, signature, ofBody, secret] = process.argv.slice(2);
const headers = { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature, 'x-service-signature': ofBody };
console.log(verifyWebhook(body, headers, secret).event);
`;

let folder: string;
let server: Server;
const received: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-client-'));
  await installPacked(folder);
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

/** A warning is an error, whatever it warns of. */
async function runSilently(node: string, program: string[]): Promise<string> {
  const { stdout, stderr } = await run(node, program, { cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

/** As a strict project of its own. */
async function compile(name: string, program: string): Promise<void> {
  await writeFile(join(folder, name), program);
  const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
  const options = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(PROJECT, 'node_modules', '@types')];
  await run(compiler, ['--ignoreConfig', ...options, ...typeRoots, name], { cwd: folder });
}

/** What the receivers get on their command lines: body, headers, secret. */
function signedArguments(): string[] {
  const { headers, body } = signedDelivery(FORMER_SECRET);
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'].map(
    (name) => headers[name] ?? '',
  );
  return [body, ...signed, FORMER_SECRET];
}

describe('the packed client', () => {
  it('installs with at most five packages, and brings its types, the document and its licence', async () => {
    const { packages } = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
    const installed = Object.keys(packages).map((path) => path.replace('node_modules/', ''));
    expect(installed.toSorted()).toEqual([manifest.name, ...THROUGH_THE_CLIENT].toSorted());
    expect(installed.length).toBeLessThanOrEqual(5);
    const own = join(folder, 'node_modules', manifest.name);
    for (const file of ['LICENSE', 'README.md', 'dist/create-client.d.ts', 'dist/openapi.json']) {
      expect([file, existsSync(join(own, file))]).toEqual([file, true]);
    }
  });

  it(
    'compiles strictly in a project of its own, and runs without a warning on every Node that is installed here',
    async () => {
      await compile('consumer.mts', CONSUMER);
      const { port } = server.address() as AddressInfo;
      for (const node of everyNode()) {
        const printed = await runSilently(node, ['consumer.mjs', `http://127.0.0.1:${port}/api`]);
        expect(printed.trim()).toBe('in_progress');
        expect(received.splice(0)[0]).toMatchObject({
          method: 'POST',
          url: '/api/domains',
          headers: { 'x-api-key': 'sk_test_1' },
        });
      }
    },
    NPM_PACK_MS,
  );

  it(
    'checks webhooks without a warning on every Node that is installed here',
    async () => {
      await compile('receiver.mts', RECEIVER);
      for (const node of everyNode()) {
        expect(await runSilently(node, ['receiver.mjs', ...signedArguments()])).toBe('shop.customer.test\nwrong_signature\n');
      }
    },
    NPM_PACK_MS,
  );

  it('checks a signature with one file, which works wherever it is copied to', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'cps-copied-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    const built = join(folder, 'node_modules', manifest.name, 'dist', 'verify-webhook.js');
    await copyFile(built, join(elsewhere, 'verify-webhook.mjs'));
    await writeFile(join(elsewhere, 'receiver.mjs'), COPYIST);
    const { stdout } = await run(process.execPath, ['receiver.mjs', ...signedArguments()], { cwd: elsewhere });
    expect(stdout).toBe('certificate.issued\n');
  });
});
