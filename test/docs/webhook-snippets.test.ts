import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NODE, PROJECT, PROJECT_BIN } from '../../local/environment.ts';
import manifest from '../../package.json' with { type: 'json' };
import {
  environment,
  FORMER_SECRET,
  forgeries,
  PATIENTLY,
  type Program,
  SECRETS,
  type Signed,
  signedDelivery,
  startReceiverProgram,
} from './snippet-run.ts';
import { snippet } from './snippets.ts';

const run = promisify(execFile);
const [MADE = ''] = SECRETS;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-snippets-'));
  for (const name of ['receiver.mjs', 'verify.sh', 'send.sh']) await writeFile(join(folder, name), snippet(name));
  await installClient(join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Built into a place of its own: another test packs the one of the checkout. */
async function installClient(modules: string): Promise<void> {
  const destination = join(modules, manifest.name);
  await mkdir(join(modules, '@types'), { recursive: true });
  await symlink(join(PROJECT, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
  await symlink(join(PROJECT, 'node_modules', 'undici-types'), join(modules, 'undici-types'));
  await run(join(PROJECT_BIN, 'tsc'), ['-p', 'client', '--outDir', join(destination, 'client', 'dist')], { cwd: PROJECT });
  await cp(join(PROJECT, 'package.json'), join(destination, 'package.json'));
}

describe('the receiver in TypeScript, as printed', () => {
  let receiver: Program | undefined;
  afterEach(() => receiver?.stop());
  const start = (secret: string) => startReceiverProgram(NODE, ['receiver.mjs'], folder, secret);

  it.each(SECRETS)('takes what is signed with %s, and names its domain', async (secret) => {
    receiver = await start(secret);
    expect(await receiver.send(signedDelivery(secret))).toBe(200);
    await expect.poll(receiver.printed, PATIENTLY).toBe('evt_01M7ZZDNGKN11DM2S6E9QJQHF6 certificate.issued shop.customer.test\n');
  });

  it('takes what is signed with two secrets during a rotation', async () => {
    receiver = await start(FORMER_SECRET);
    expect(await receiver.send(signedDelivery(MADE, { previous: FORMER_SECRET }))).toBe(200);
  });

  it('answers 400 to every forgery, and does not act on it', async () => {
    receiver = await start(MADE);
    for (const [what, forged] of forgeries(MADE)) expect([what, await receiver.send(forged)]).toEqual([what, 400]);
    expect(receiver.printed()).toBe('');
  });

  it('answers 500 without a secret, so that nothing is given up', async () => {
    receiver = await start('');
    expect(await receiver.send(signedDelivery(MADE))).toBe(500);
  });

  it('takes what curl and openssl send, as printed', async () => {
    receiver = await start(MADE);
    const env = { ...environment(), WEBHOOK_SECRET: MADE, PORT: String(receiver.port) };
    await run('bash', ['send.sh'], { cwd: folder, env });
    await expect.poll(receiver.printed, PATIENTLY).toBe('evt_by_hand webhook.test \n');
    await expect(run('bash', ['send.sh'], { cwd: folder, env: { ...env, WEBHOOK_SECRET: FORMER_SECRET } })).rejects.toThrow(
      '400',
    );
  });

  it('compiles strictly', async () => {
    await cp(join(folder, 'receiver.mjs'), join(folder, 'receiver.mts'));
    const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', 'node', 'receiver.mts'];
    await run(join(PROJECT_BIN, 'tsc'), ['--ignoreConfig', ...options], { cwd: folder });
  });
});

describe('the shell with openssl, as printed', () => {
  async function verify({ headers, body }: Signed, secret: string): Promise<string> {
    await writeFile(join(folder, 'delivery.body'), body);
    const lines = Object.entries({ Host: 'hooks.example.com', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    await writeFile(join(folder, 'delivery.headers'), lines.join(''));
    const { stdout } = await run('bash', ['verify.sh'], { cwd: folder, env: { ...environment(), WEBHOOK_SECRET: secret } });
    return stdout;
  }

  it.each(SECRETS)('takes what is signed with %s', async (secret) => {
    expect(await verify(signedDelivery(secret), secret)).toBe('verified\n');
  });

  it('takes what is signed with two secrets during a rotation', async () => {
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
