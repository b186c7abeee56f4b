import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';
import { installGo } from '../../../local/machine/tools.ts';
import { itReceivesAsPromised } from '../../docs/snippets/receiver-guarantees.ts';
import { startReceiverProgram } from '../../docs/snippets/snippet-run.ts';
import { snippet } from '../../docs/snippets/snippets.ts';

// What docs/webhooks.md prints in languages that not every machine has on which the unit tests run.

const run = promisify(execFile);
const LOGS = join(PROJECT, '.local', 'snippets');
/** A machine without Go gets it from PyPI, and compiles its standard library once. */
const WITH_GO_MS = 300_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-snippets-'));
});
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
  itReceivesAsPromised(`the receiver in ${language}, as printed`, (secret) => startReceiverProgram(...program, folder, secret));
});
