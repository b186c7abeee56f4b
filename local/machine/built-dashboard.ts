import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NODE, PROJECT } from './environment.ts';
import { runCommand } from './run-command.ts';

const BUILDS = join(PROJECT, '.local', 'dashboard');
const LOGS = join(PROJECT, '.local', 'logs');
const SOURCES = ['web/{dashboard,widget}/**/*.{ts,tsx,css,html,json}', 'web/*.css', '{contract,copy}/**/*.{ts,json}'];
const DAY_MS = 86_400_000;

/** Where the dashboard lies once it is built from what stands here now. */
export function dashboardFolder(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: PROJECT, exclude: ['**/node_modules/**'] });
  for (const file of [...files, 'package-lock.json'].toSorted()) hash.update(file).update(readFileSync(join(PROJECT, file)));
  return join(BUILDS, hash.digest('hex').slice(0, 16));
}

/** Builds it, unless an earlier start or test has: that takes some seconds of the processor. Returns its folder. */
export async function builtDashboard(signal?: AbortSignal): Promise<string> {
  const folder = dashboardFolder();
  if (existsSync(folder)) return folder;
  for (const needed of [BUILDS, LOGS]) mkdirSync(needed, { recursive: true });
  const made = await mkdtemp(join(BUILDS, 'made-'));
  const program = join(PROJECT, 'web', 'dashboard', 'build.ts');
  try {
    await runCommand('vite build', { command: NODE, args: [program, made], log: join(LOGS, 'build-dashboard.log'), signal });
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Somebody else was faster: a folder is not renamed onto one that holds something.
    if (!existsSync(folder)) throw error;
  }
  await removeOldBuilds(folder);
  return folder;
}

async function removeOldBuilds(current: string): Promise<void> {
  for (const build of await readdir(BUILDS)) {
    const folder = join(BUILDS, build);
    if (folder === current) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
