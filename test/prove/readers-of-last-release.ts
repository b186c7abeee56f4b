import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOfLastRelease } from '../stack/last-release/code.ts';
import type * as Readers from '../stack/last-release/readers.ts';

/** The last release's readers of stored data, from its own bundle. */
export async function readersOfLastRelease(): Promise<typeof Readers> {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  try {
    for (const [name, content] of Object.entries(codeOfLastRelease().readers)) writeFileSync(join(folder, name), content);
    return await import(pathToFileURL(join(folder, 'index.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
