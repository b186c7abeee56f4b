import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildClient } from '../../../client/typescript/build.ts';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };
import { NODE, PROJECT, PROJECT_BIN } from '../../../local/machine/environment.ts';
import { itReceivesAsPromised } from './receiver-guarantees.ts';
import {
  environment,
  FORMER_SECRET,
  forgeries,
  SECRETS,
  type Signed,
  signedDelivery,
  startReceiverProgram,
} from './snippet-run.ts';
import { programPage, RECEIVERS_PAGE, receiverSnippet, snippet } from './snippets.ts';

const run = promisify(execFile);
const [MADE = ''] = SECRETS;
/** The types of Express that the receiver uses, which integrators install. */
const EXPRESS_TYPES = `declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  type Request = IncomingMessage & { body: any };
  type Response = ServerResponse & { status(code: number): Response };
  type Handler = (request: Request, response: Response) => void;
  const express: {
    (): { post(path: string, ...handlers: Handler[]): void; listen(port: number, host: string): void };
    raw(options: { type: string; limit: string }): Handler;
  };
  export default express;
}
`;
/** The lines of the Node page for a receiver with a public library, inside an Express handler. */
const [, PRINTED_LINES = ''] =
  /```ts\n(import \{ Webhook \}.*?)```/s.exec(readFileSync(new URL('node.md', RECEIVERS_PAGE), 'utf8')) ?? [];
const LIBRARY_LINES = `import type { IncomingHttpHeaders } from 'node:http';
declare const secret: string;
declare const request: { body: Buffer; headers: IncomingHttpHeaders };
${PRINTED_LINES}
console.log(event);
`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-snippets-'));
  await writeFile(join(folder, 'receiver.mjs'), receiverSnippet('node', 'receiver.mjs'));
  for (const name of ['verify.sh', 'send.sh']) await writeFile(join(folder, name), receiverSnippet('shell', name));
  await installClient(join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Built into its own folder: another test packs the build of the checkout. */
async function installClient(modules: string): Promise<void> {
  const destination = join(modules, manifest.name);
  await mkdir(join(modules, '@types'), { recursive: true });
  await symlink(join(PROJECT, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
  await symlink(join(PROJECT, 'node_modules', 'undici-types'), join(modules, 'undici-types'));
  for (const name of ['express', 'standardwebhooks', 'openapi-fetch', 'openapi-typescript-helpers']) {
    await symlink(join(PROJECT, 'node_modules', name), join(modules, name));
  }
  await buildClient(join(destination, 'dist'));
  await cp(join(PROJECT, 'client/typescript/package.json'), join(destination, 'package.json'));
}

describe('the printed receiver in TypeScript', () => {
  const start = (secret: string) => startReceiverProgram(NODE, ['receiver.mjs'], folder, secret);
  itReceivesAsPromised('the receiver in TypeScript, as printed', start);

  it.each(SECRETS)('takes what curl and openssl send, signed with %s', async (secret) => {
    const receiver = await start(secret);
    onTestFinished(receiver.stop);
    const env = { ...environment(), WEBHOOK_SECRET: secret, PORT: String(receiver.port) };
    await run('bash', ['send.sh'], { cwd: folder, env });
    await expect.poll(receiver.printed).toBe('a test of webhook.test\n');
    const withOther = { ...env, WEBHOOK_SECRET: FORMER_SECRET };
    await expect(run('bash', ['send.sh'], { cwd: folder, env: withOther })).rejects.toThrow('400');
  });

  it('compiles strictly, as the whole program and the lines with a public library do', async () => {
    await cp(join(folder, 'receiver.mjs'), join(folder, 'receiver.mts'));
    await writeFile(join(folder, 'express.d.ts'), EXPRESS_TYPES);
    await writeFile(join(folder, 'shop.mts'), snippet('shop.mts', programPage('typescript')));
    expect(PRINTED_LINES).toContain('webhook.verify(');
    await writeFile(join(folder, 'library.mts'), LIBRARY_LINES);
    const files = ['receiver.mts', 'express.d.ts', 'shop.mts', 'library.mts'];
    const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', 'node', ...files];
    await run(join(PROJECT_BIN, 'tsc'), ['--ignoreConfig', ...options], { cwd: folder });
  });
});

describe('the printed commands of curl and openssl', () => {
  it.each(['', 'whsec_'])('sign nothing with the secret "%s"', async (secret) => {
    const env = { ...environment(), WEBHOOK_SECRET: secret };
    await expect(run('bash', ['send.sh'], { cwd: folder, env })).rejects.toThrow('WEBHOOK_SECRET is empty');
  });
});

describe('the printed shell script with openssl', () => {
  async function verify({ headers, body }: Signed, secret: string): Promise<string> {
    await writeFile(join(folder, 'delivery.body'), body);
    const lines = Object.entries({ Host: 'hooks.example.com', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    await writeFile(join(folder, 'delivery.headers'), lines.join(''));
    const { stdout } = await run('bash', ['verify.sh'], { cwd: folder, env: { ...environment(), WEBHOOK_SECRET: secret } });
    return stdout;
  }

  it.each(SECRETS)('takes a delivery that is signed with %s', async (secret) => {
    expect(await verify(signedDelivery(secret), secret)).toBe('verified\n');
  });

  it('says that a delivery is a test', async () => {
    expect(await verify(signedDelivery(MADE, { isTest: true }), MADE)).toBe('verified: a test, so nothing has happened\n');
  });

  it('takes a delivery that is signed with two secrets during a rotation', async () => {
    const both = signedDelivery(MADE, { previous: FORMER_SECRET });
    expect(await verify(both, MADE)).toBe('verified\n');
    expect(await verify(both, FORMER_SECRET)).toBe('verified\n');
  });

  it.each(forgeries(MADE))('ends with an error at %s', async (_, forged) => {
    await expect(verify(forged, MADE)).rejects.toMatchObject({ code: 1 });
    expect(await readdir(folder)).not.toContain('broken-in');
  });

  it.each(['', 'whsec_'])('ends with an error with the secret "%s", with which anybody could sign', async (secret) => {
    await expect(verify(signedDelivery(secret), secret)).rejects.toMatchObject({ code: 1 });
  });
});
