import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Vitest } from 'vitest/node';
import { PROJECT } from '../../local/machine/environment.ts';
import { ranAllTestFiles, wholeFiles } from '../../local/run-facts.ts';

const folder = join(PROJECT, 'test', 'e2e');
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(folder, name));

/** The recorded facts of a run of these files. */
function factsOf(files: string[], pattern?: RegExp) {
  const getTestModules = () => files.map((moduleId) => ({ moduleId }));
  const vitest = { getGlobalTestNamePattern: () => pattern, state: { getTestModules } };
  return { files: wholeFiles(vitest as unknown as Vitest) };
}

describe('the end-to-end tests', () => {
  it('have all run when every file was in one of the runs', () => {
    expect(all.length).toBeGreaterThan(30);
    expect(ranAllTestFiles([factsOf(all)])).toBe(true);
    expect(ranAllTestFiles([factsOf(all.slice(0, 9)), factsOf(all.slice(9))])).toBe(true);
    expect(ranAllTestFiles([factsOf(all.slice(1))])).toBe(false);
    expect(ranAllTestFiles([])).toBe(false);
  });

  it('have not all run in a run that picked tests by their names', () => {
    expect(ranAllTestFiles([factsOf(all, /renewal/)])).toBe(false);
  });
});
