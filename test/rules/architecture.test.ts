/** @module-tag slow */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { BROKEN, CLEAN, CLEAN_JOURNEY, CLEAN_OF_TINY_FILES, type Tree } from './broken-trees.ts';
import { CROWD_RULE } from './crowded-folders.ts';
import { findBreaches, RULES } from './find-breaches.ts';
import { FOLDER_RULE } from './folder-circles.ts';
import { STOREY_RULE } from './storeys.ts';
import { TINY_RULE } from './tiny-files.ts';

const root = mkdtempSync(join(tmpdir(), 'rules-'));
symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
afterAll(() => rmSync(root, { recursive: true }));

/** The examples are short; only the rule about short files must see that. */
const LENGTH = '\n//'.repeat(20);

function plant(tree: Tree, end = LENGTH): string {
  const folder = mkdtempSync(join(root, 'tree-'));
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text + end);
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
    const breaches = await findBreaches(plant(tree, rule === TINY_RULE.name ? '' : LENGTH));
    const named = new Set(breaches.map((breach) => `${breach.rule} by ${breach.file}`));
    if ([FOLDER_RULE, CROWD_RULE, STOREY_RULE].some(({ name }) => name === rule))
      expect(new Set(breaches.map((breach) => breach.rule))).toEqual(new Set([rule]));
    else expect([...named]).toEqual([`${rule} by ${file}`]);
  });

  it('say nothing about a tree that keeps them', async () => {
    expect(await findBreaches(plant(CLEAN))).toEqual([]);
    expect(await findBreaches(plant(CLEAN_OF_TINY_FILES, ''))).toEqual([]);
    expect(await findBreaches(plant(CLEAN_JOURNEY))).toEqual([]);
  });

  it('say how long a journey is, and which small files only one other needs', async () => {
    const tree = plant(BROKEN['no-long-journey']?.[0] ?? {});
    writeFileSync(join(tree, 'lambdas/portal/part-3/file-77.ts'), 'export const part = 1;\n//');
    const [breach] = await findBreaches(tree);
    expect(breach).toMatchObject({
      rule: 'no-long-journey',
      touched: expect.stringContaining(
        'a look at the portal: 141 files to know, at most 140. Small, for one file only: lambdas/portal/part-3/file-77.ts (2 lines, for lambdas/portal/serve-portal.lambda.ts), ',
      ),
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
