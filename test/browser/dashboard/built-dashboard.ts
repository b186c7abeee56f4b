import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildDashboard } from '../../../web/dashboard/build.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const BUILDS = join(ROOT, '.local', 'dashboard');
const SOURCES = ['web/dashboard/**/*.{ts,tsx,css,html,json}', 'web/tokens.css', '{contract,copy}/**/*.ts'];

/** A folder with the dashboard as it is built of what stands here now: built once for all test files, and all runs. */
export function builtDashboard(): string {
  const out = join(BUILDS, hashOfSources());
  if (existsSync(out)) return out;
  mkdirSync(BUILDS, { recursive: true });
  const made = mkdtempSync(join(BUILDS, 'made-'));
  buildDashboard(made);
  try {
    renameSync(made, out);
  } catch {
    // Another test file was faster.
    rmSync(made, { recursive: true });
  }
  removeOldBuilds();
  return out;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [...globSync(SOURCES, { cwd: ROOT }), 'package-lock.json'].toSorted()) {
    hash.update(file).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const DAY_MS = 86_400_000;

function removeOldBuilds(): void {
  for (const build of readdirSync(BUILDS)) {
    const folder = join(BUILDS, build);
    if (Date.now() - statSync(folder).mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}
