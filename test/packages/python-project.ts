import { mkdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { requirementsFile } from '../../local/machine/pins.ts';
import { runCommand } from '../../local/machine/run-command.ts';
import { installEnvironment, installUv } from '../../local/machine/tools.ts';
import { snippet } from '../docs/snippets/snippets.ts';

const LOGS = join(PROJECT, '.local', 'logs');
const PACKAGE = join(PROJECT, 'client', 'python');
const PYTHON_README = new URL('../../client/python/README.md', import.meta.url);
export interface PythonProject {
  folder: string;
  /** The Python of the empty project, with the package and its dependencies. */
  python: string;
  /** The Python with pytest and mypy. */
  tools: string;
  /** The package's wheel and source distribution. */
  built: { wheel: string; source: string };
  /** Writes a README program. Returns its path. */
  printed: (name: string, change?: (program: string) => string) => Promise<string>;
  remove: () => Promise<void>;
}

/** Builds the package, and installs its wheel in an empty project. */
export async function makePythonProject(): Promise<PythonProject> {
  mkdirSync(LOGS, { recursive: true });
  const installation = { logs: LOGS, signal: undefined };
  const tools = join(await installEnvironment('packages', installation), 'bin', 'python');
  const folder = await mkdtemp(join(tmpdir(), 'cps-python-'));
  const sources = join(folder, 'sources');
  // The package's tests look for the cases here, as in the checkout.
  await cp(join(PROJECT, 'client', 'cases'), join(folder, 'cases'), { recursive: true });
  // The build runs in the checkout, where it writes the generated code.
  await runPython('build the Python package', tools, ['-m', 'hatchling', 'build', '-d', join(folder, 'dist')], PACKAGE);
  await cp(PACKAGE, sources, { recursive: true, filter: (path) => !/__pycache__|\.(mypy|pytest)_cache/.test(path) });
  const files = await readdir(join(folder, 'dist'));
  const [wheel = '', source = ''] = ['.whl', '.tar.gz'].map((end) => files.find((name) => name.endsWith(end)));
  const built = { wheel: join(folder, 'dist', wheel), source: join(folder, 'dist', source) };
  return {
    folder,
    tools,
    built,
    python: await installInEmptyProject(join(folder, 'project'), built.wheel, tools),
    printed: async (name, change = (program) => program) => {
      const file = join(folder, name);
      await writeFile(file, change(snippet(name, PYTHON_README)));
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Installs only the package's dependencies, at the pinned versions. `file`: a wheel, or a source distribution, which is built
 * first.
 */
export async function installInEmptyProject(project: string, file: string, tools: string): Promise<string> {
  const uv = await installUv({ logs: LOGS, signal: undefined });
  const python = join(project, 'bin', 'python');
  await runPython('make an empty Python project', uv, ['venv', '--no-config', '--python', tools, project], PROJECT);
  const pinned = requirementsFile('packages');
  const options = ['--no-config', '--python', python, '--constraint', pinned, '--build-constraint', pinned];
  await runPython('install the Python package', uv, ['pip', 'install', ...options, file], PROJECT);
  return python;
}

export async function runPython(what: string, command: string, args: string[], cwd: string, env = {}): Promise<void> {
  const log = join(LOGS, `${what.replaceAll(' ', '-')}.log`);
  await runCommand(what, { command, args, cwd, env: { PYTHONDONTWRITEBYTECODE: '1', ...env }, log });
}
