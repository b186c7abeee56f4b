import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NODE, PROJECT } from './environment.ts';
import { runCommand } from './run-command.ts';

const LOGS = join(PROJECT, '.local', 'logs');
const DAY_MS = 86_400_000;

/** Pages that must be built, and their sources. */
interface Build {
  name: 'dashboard' | 'manual';
  program: string;
  sources: readonly string[];
}

const DASHBOARD: Build = {
  name: 'dashboard',
  program: 'web/dashboard/build.ts',
  sources: ['web/{dashboard,widget}/**/*.{ts,tsx,css,html,json}', 'web/*.css', '{contract,copy}/**/*.{ts,json}'],
};
const MANUAL: Build = {
  name: 'manual',
  program: 'web/manual/build.ts',
  sources: ['web/manual/*', 'web/*.css', 'docs/**/*.*', 'client/*/*.md', 'CHANGELOG.md', 'contract/{html.ts,view/mark.json}'],
};

export const dashboardFolder = () => folderOf(DASHBOARD);
export const manualFolder = () => folderOf(MANUAL);
export const builtDashboard = (signal?: AbortSignal) => buildPages(DASHBOARD, signal);
export const builtManual = (signal?: AbortSignal) => buildPages(MANUAL, signal);

const buildsOf = ({ name }: Build) => join(PROJECT, '.local', name);

/** Folder of the build for the current sources. */
function folderOf(build: Build): string {
  const hash = createHash('sha256');
  const files = globSync(build.sources, { cwd: PROJECT, exclude: ['**/node_modules/**'] });
  for (const file of [...files, 'package-lock.json'].toSorted()) hash.update(file).update(readFileSync(join(PROJECT, file)));
  return join(buildsOf(build), hash.digest('hex').slice(0, 16));
}

/** Builds the pages unless an earlier start or test has: a build takes some seconds of CPU time. Returns their folder. */
async function buildPages(build: Build, signal?: AbortSignal): Promise<string> {
  const folder = folderOf(build);
  if (existsSync(folder)) return folder;
  for (const needed of [buildsOf(build), LOGS]) mkdirSync(needed, { recursive: true });
  const made = await mkdtemp(join(buildsOf(build), 'made-'));
  const command = {
    command: NODE,
    args: [join(PROJECT, build.program), made],
    log: join(LOGS, `build-${build.name}.log`),
    signal,
  };
  try {
    await runCommand(`the build of the ${build.name}`, command);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another process was faster: a rename onto a non-empty folder fails.
    if (!existsSync(folder)) throw error;
  }
  await removeOldBuilds(folder, buildsOf(build));
  return folder;
}

async function removeOldBuilds(current: string, builds: string): Promise<void> {
  for (const build of await readdir(builds)) {
    const folder = join(builds, build);
    if (folder === current) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
