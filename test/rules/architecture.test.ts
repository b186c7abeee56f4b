/** @module-tag slow */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { BROKEN, CLEAN, CLEAN_JOURNEY, type Tree } from './broken-trees.ts';
import { findBreaches, RULES } from './find-breaches.ts';
import { FOLDER_RULE } from './folder-circles.ts';
import { STOREY_RULE } from './storeys.ts';

const root = mkdtempSync(join(tmpdir(), 'rules-'));
symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
afterAll(() => rmSync(root, { recursive: true }));

function plant(tree: Tree): string {
  const folder = mkdtempSync(join(root, 'tree-'));
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

describe('the rules of the architecture', () => {
  it('are each broken on purpose below', () => {
    const rules = RULES.map(({ name }) => name);
    expect(Object.keys(BROKEN).sort()).toEqual(rules.sort());
  });

  const cases = Object.entries(BROKEN).flatMap(([rule, trees]) =>
    trees.map((tree, position) => ({ rule, tree, file: Object.keys(tree)[0] ?? '', number: position + 1 })),
  );
  it.each(cases)('$rule, and no other rule, is broken by its example $number, in $file', async ({ rule, tree, file }) => {
    const breaches = await findBreaches(plant(tree));
    const named = new Set(breaches.map((breach) => `${breach.rule} by ${breach.file}`));
    if ([FOLDER_RULE, STOREY_RULE].some(({ name }) => name === rule))
      expect(new Set(breaches.map((breach) => breach.rule))).toEqual(new Set([rule]));
    else expect([...named]).toEqual([`${rule} by ${file}`]);
  });

  it('say nothing about a tree that keeps them', async () => {
    expect(await findBreaches(plant(CLEAN))).toEqual([]);
    expect(await findBreaches(plant(CLEAN_JOURNEY))).toEqual([]);
  });

  it('say how many lines a journey has', async () => {
    const [breach] = await findBreaches(plant(BROKEN['no-long-journey']?.[0] ?? {}));
    expect(breach).toMatchObject({
      rule: 'no-long-journey',
      touched: 'a look at the portal: 11504 lines to know, at most 11500',
    });
  });

  it('fail the check with the file, what it touched and the remedy', async () => {
    const cwd = plant({ 'lambdas/dns/check.ts': 'export const checkedAt = new Date();' });
    const check = promisify(execFile)(process.execPath, [resolve('test/rules/check-rules.ts')], { cwd });
    await expect(check).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^pure-reads-nothing-outside: Take the instant.+\n {2}lambdas\/dns\/check\.ts -> Date\(\) in line 1\n/,
      ),
    });
  });
});
