import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../local/environment.ts';
import { installGo } from '../../local/tools.ts';
import {
  FORMER_SECRET,
  forgeries,
  PATIENTLY,
  type Program,
  SECRETS,
  signedDelivery,
  startReceiverProgram,
} from '../docs/snippet-run.ts';
import { snippet } from '../docs/snippets.ts';

// What docs/webhooks.md prints in languages that not every machine has on which the unit tests run.

const run = promisify(execFile);
const LOGS = join(PROJECT, '.local', 'snippets');
/** A machine without Go gets it from PyPI, and compiles its standard library once. */
const WITH_GO_MS = 300_000;
const [MADE = ''] = SECRETS;

let folder: string;
let receiver: Program | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-snippets-'));
});
afterEach(() => receiver?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeSnippet(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, snippet(name));
  return path;
}

/** Builds the program once. Answers the command that runs it. */
const PROGRAMS: Record<string, () => Promise<[command: string, args: string[]]>> = {
  Python: async () => [process.env.CPS_PYTHON ?? 'python3', [await writeSnippet('receiver.py')]],
  Go: async () => {
    mkdirSync(LOGS, { recursive: true });
    const go = await installGo({ logs: LOGS, signal: undefined });
    const source = await writeSnippet('receiver.go');
    await run(go, ['vet', source], { cwd: folder });
    await run(go, ['build', '-o', join(folder, 'receiver'), source], { cwd: folder });
    return [join(folder, 'receiver'), []];
  },
};

describe.each(Object.keys(PROGRAMS))('the receiver in %s, as printed', (language) => {
  let program: [command: string, args: string[]];
  beforeAll(async () => {
    program = (await PROGRAMS[language]?.()) ?? expect.fail(language);
  }, WITH_GO_MS);
  const start = (secret: string) => startReceiverProgram(...program, folder, secret);

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

  it.each(['', 'whsec_'])('does not start with the secret "%s", with which anybody could sign', async (secret) => {
    await expect(start(secret)).rejects.toThrow('WEBHOOK_SECRET is empty');
  });
});
