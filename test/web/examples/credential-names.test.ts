import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';

/** Files that integrators read and copy. */
const READ = [
  'README.md',
  'docs/guides',
  'docs/reference',
  'docs/servers',
  'client',
  'web/examples',
  'web/widget',
  'lambdas/api/reference',
  'web/dashboard',
];
const files = execFileSync('git', ['ls-files', ...READ], { cwd: PROJECT, encoding: 'utf8' })
  .trim()
  .split('\n');

/** Former names, and likely wrong ones. */
const OTHER_NAMES = /\bCPS_(?:KEY|SECRET)(?:_ID)?\b|\bAPI_KEY(?:_ID)?\b|\bkeyId\b|\$key_id\b|\$(?:KEY|SECRET)(?:_ID)?\b/g;

describe('examples, packages and pages for integrators', () => {
  it('call the two halves of an API key apiKeyId and apiKey, CPS_API_KEY_ID and CPS_API_KEY, and nothing else', () => {
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(OTHER_NAMES)].map(([name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
