import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { itReceivesAsPromised } from '../docs/snippets/receiver-guarantees.ts';
import { startReceiverProgram } from '../docs/snippets/snippet-run.ts';
import { type Command, RECEIVERS } from './receiver-programs.ts';

// The programs of docs/receivers/, apart from TypeScript and shell, which test/docs/snippets/ runs.

/** A machine without Go gets it from PyPI; the first run compiles axum and Go's standard library. */
const COMPILED_IN_MS = 600_000;

for (const { language, isHere, aptPackages } of RECEIVERS) {
  if (!isHere) console.log(`The receiver in ${language} is not tried: apt-get install ${aptPackages}`);
}

const folder = mkdtempSync(join(tmpdir(), 'cps-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(RECEIVERS.filter(({ isHere }) => isHere))('the receiver in $language, as printed', (receiver) => {
  let program: Command;
  beforeAll(async () => {
    program = await receiver.build();
  }, COMPILED_IN_MS);
  const name = `the receiver in ${receiver.language}, as printed`;
  itReceivesAsPromised(name, (secret) => startReceiverProgram(...program, folder, secret), receiver.withoutSecret);
});
