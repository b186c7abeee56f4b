import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Vitest } from 'vitest/node';
import { PROJECT } from '../../local/machine/environment.ts';
import { isWholeRun } from '../../local/run-facts.ts';

const folder = join(PROJECT, 'test', 'e2e');
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(folder, name));

/** Vitest after a run of these files. */
const runOf = (files: string[], pattern?: RegExp) =>
  ({
    getGlobalTestNamePattern: () => pattern,
    state: { getTestModules: () => files.map((moduleId) => ({ moduleId })) },
  }) as unknown as Vitest;

describe('a run of the end-to-end tests', () => {
  it('is whole when every file of its three projects was in it', () => {
    expect(all.length).toBeGreaterThan(30);
    expect(isWholeRun(runOf(all))).toBe(true);
    expect(isWholeRun(runOf(all.slice(1)))).toBe(false);
    expect(isWholeRun(runOf([]))).toBe(false);
  });

  it('that picks tests by their name is not whole', () => {
    expect(isWholeRun(runOf(all, /renewal/))).toBe(false);
  });
});
