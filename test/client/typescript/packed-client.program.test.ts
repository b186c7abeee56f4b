import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };
import { PROJECT } from '../../../local/machine/environment.ts';
import { FORMER_SECRET, signedDelivery } from '../../docs/snippets/snippet-run.ts';
import { everyNode, installPacked, THROUGH_THE_CLIENT } from './install-packed.ts';

const run = promisify(execFile);
const NPM_PACK_MS = 60_000;

/** An integrator's program as either kind of module: it has to compile, and each mistake has to be an error. */
const CONSUMER = `
import { ApiError, createClient, type Schemas } from '${manifest.name}';

async function main() {
  const client = createClient({ siteUrl: process.argv[2], apiKeyId: 'cps_pk_test_1', apiKey: 'sk_test_1', maxRetries: 0 });
  const { data, response } = await client.POST('/api/domains', { body: { url: 'shop.customer.test', server_id: 1 } });
  const domain: Schemas['Domain'] = data;
  console.log(domain.diagnosis.code, response.status);
  // @ts-expect-error: a server's id is an integer
  await client.GET('/api/domains', { params: { query: { server_id: 'one' } } }).catch((error) => {
    if (error instanceof ApiError) console.log(error.code, error.status, error.requestId);
  });
  for await (const { url } of client.items('/api/domains')) console.log(url);
  // @ts-expect-error: whose events
  client.items('/api/domains/{id}/events');
  // @ts-expect-error: no list
  client.items('/api/organization');
}
void main();
`;

/** Variables that the README's snippets assume. */
const GIVEN = `
declare const apiKeyId: string, apiKey: string, url: string, cursor: string | undefined, rawBody: string, secret: string;
declare const request: { headers: Headers };
declare const store: (data: object[], cursor: string) => Promise<void>;
declare const client: ReturnType<typeof createClient>;
`;

/** The README's snippets, each in its own function. Those that import other packages are left out. */
function programOf(pieces: readonly string[]): string {
  const lines = pieces.map((piece) => piece.split('\n'));
  const imports = lines.flat().filter((line) => line.startsWith('import ') && line.includes(manifest.name));
  const ours = lines.filter((piece) => !piece.some((line) => line.includes("from 'undici'")));
  const functions = ours.map((piece) => ['void (async () => {', ...piece.filter((line) => !line.startsWith('import ')), '});']);
  return [...new Set(imports), GIVEN, ...functions.flat()].join('\n');
}

/** A receiver with typed events. */
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

/** A receiver with one copied file (docs/guides/webhooks.md) and no packages. */
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
    const { status, body } = answerTo(`${method} ${url}`);
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
}, NPM_PACK_MS);

afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

function answerTo(request: string): { status: number; body: object } {
  if (request.startsWith('POST')) return { status: 201, body: { id: 7, diagnosis: { code: 'in_progress' } } };
  if (request.includes('?')) return { status: 422, body: { error: { code: 'validation_error', message: 'No.' } } };
  return { status: 200, body: { data: [{ url: 'shop.customer.test' }], next_cursor: null } };
}

/** Every warning is an error. */
async function runSilently(node: string, program: string[]): Promise<string> {
  const { stdout, stderr } = await run(node, program, { cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

/** The program is a strict project of its own. */
async function compile(name: string, program: string): Promise<void> {
  await writeFile(join(folder, name), program);
  const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
  const options = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(PROJECT, 'node_modules', '@types')];
  await run(compiler, ['--ignoreConfig', ...options, ...typeRoots, name], { cwd: folder }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** The receivers' command line arguments: body, headers, secret. */
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
    for (const file of ['LICENSE', 'README.md', 'dist/create-client.d.ts', 'dist/cjs/create-client.d.ts', 'dist/openapi.json']) {
      expect([file, existsSync(join(own, file))]).toEqual([file, true]);
    }
  });

  it.each([
    ['an ECMAScript module', 'consumer.mts', 'consumer.mjs'],
    ['CommonJS', 'consumer.cts', 'consumer.cjs'],
  ])(
    'compiles strictly in a project of its own, and runs without a warning on every Node that is installed here: %s',
    async (_, source, compiled) => {
      await compile(source, CONSUMER);
      const { port } = server.address() as AddressInfo;
      for (const node of everyNode()) {
        const printed = await runSilently(node, [compiled, `http://127.0.0.1:${port}`]);
        expect(printed).toBe('in_progress 201\nvalidation_error 422 req_1\nshop.customer.test\n');
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
    'compiles as its README prints it',
    async () => {
      const readme = await readFile(join(folder, 'node_modules', manifest.name, 'README.md'), 'utf8');
      const printed = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
      expect(printed.length).toBeGreaterThan(5);
      await compile('readme.mts', programOf(printed));
    },
    NPM_PACK_MS,
  );

  it.each(['', '/webhooks'])('refuses to run in a page, with a sentence: %j', async (entry) => {
    const contents = `import * as client from '${manifest.name}${entry}'; console.log(client);`;
    const outfile = join(folder, 'page.js');
    await build({ stdin: { contents, resolveDir: folder }, bundle: true, platform: 'browser', format: 'esm', outfile });
    const refusal = 'does not run in browsers, where everybody could read the API key: call it on your server.';
    await expect(run(process.execPath, [outfile])).rejects.toMatchObject({ stderr: expect.stringContaining(refusal) });
  });

  it.each([
    ['an ECMAScript module', 'receiver.mts', 'receiver.mjs'],
    ['CommonJS', 'receiver.cts', 'receiver.cjs'],
  ])(
    'checks webhooks without a warning on every Node that is installed here: %s',
    async (_, source, compiled) => {
      await compile(source, RECEIVER);
      for (const node of everyNode()) {
        expect(await runSilently(node, [compiled, ...signedArguments()])).toBe('shop.customer.test\nwrong_signature\n');
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
