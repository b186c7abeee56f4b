import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { PROJECT } from '../../local/machine/environment.ts';
import { installJars, locateJava } from '../../local/machine/java-tools.ts';
import { fingerprint, GENERATOR_PINS } from '../../local/machine/pins.ts';
import { runCommand } from '../../local/machine/run-command.ts';
import { install, installEnvironment, installGo } from '../../local/machine/tools.ts';
import type { Generator } from './generators.ts';

const run = promisify(execFile);
const LOGS = join(PROJECT, '.local', 'logs');
const WORK = join(PROJECT, '.local', 'generators');
const PROGRAMS = join(import.meta.dirname, 'programs');
const GO_FLAGS = { GOFLAGS: '-mod=readonly', CGO_ENABLED: '0', GOWORK: 'off' };
const OGEN = 'generator:\n  features:\n    enable: [paths/client]\n    disable_all: true\n';

interface Machine {
  java: string;
  /** openapi-generator, and its Java libraries. */
  jars: string;
  go: string;
  goPrograms: string;
  npm: string;
  python: string;
}

/** All generators and compilers, at their pinned versions; existing ones are reused. */
export async function installGenerators(): Promise<Machine> {
  mkdirSync(LOGS, { recursive: true });
  const installation = { logs: LOGS, signal: undefined };
  const [java, jars, go, python, npm] = await Promise.all([
    locateJava(installation),
    installJars('generators', installation),
    installGo(installation),
    installEnvironment('generators', installation),
    installFromNpm(),
  ]);
  await run('javac', ['-version']).catch(() => {
    throw new Error('There is no javac, which compiles the Java client: apt-get install default-jdk-headless');
  });
  return { java, jars, go, python: join(python, 'bin', 'python'), npm, goPrograms: await installFromGo(go) };
}

function installFromNpm(): Promise<string> {
  const files = ['package.json', 'package-lock.json'].map((name) => join(GENERATOR_PINS, name));
  return install(`generators-npm-${fingerprint(files)}`, async (folder) => {
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(GENERATOR_PINS, name), join(folder, name));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runCommand('npm ci', { command: 'npm', args, cwd: folder, log: join(LOGS, 'install-generators-npm.log') });
  });
}

function installFromGo(go: string): Promise<string> {
  const pins = join(GENERATOR_PINS, 'go');
  return install(`generators-go-${fingerprint([join(pins, 'go.mod'), join(pins, 'go.sum')])}`, async (folder) => {
    const log = join(LOGS, 'install-generators-go.log');
    const env = { ...GO_FLAGS, GOBIN: folder };
    await runCommand('go install', { command: go, args: ['install', 'tool'], cwd: pins, env, log });
  });
}

/** A folder with the generated client and a program that uses it, compiled if necessary. Returns the command that starts it. */
export async function makeClient(generator: Generator, document: string, machine: Machine): Promise<string[] | undefined> {
  const { name, command, program } = generator;
  const folder = join(WORK, name.replaceAll(/\W+/g, '-'));
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'generated'), { recursive: true });
  await writeFile(join(folder, 'ogen.yml'), OGEN);
  const [first = '', ...args] = command.map((word) => (word === 'DOCUMENT' ? document : word));
  await start(`generate ${name}`, [...programOf(first, machine), ...args], folder);
  if (program === undefined || generator.build === undefined) return undefined;
  return BUILDS[generator.build](folder, join(PROGRAMS, program), machine);
}

function programOf(name: string, { java, jars, npm, goPrograms, python }: Machine): string[] {
  if (name === 'openapi-generator-cli') return [java, '-cp', join(jars, '*'), 'org.openapitools.codegen.OpenAPIGenerator'];
  if (name === 'openapi-python-client') return [python, '-m', 'openapi_python_client'];
  if (name === 'openapi-ts' || name === 'orval') return npmProgram(npm, name);
  return [join(goPrograms, name)];
}

/** Runs with this Node: the machine's may be too old. */
function npmProgram(npm: string, name: string): string[] {
  return [process.execPath, join(npm, 'node_modules', '.bin', name)];
}

const BUILDS: Record<
  NonNullable<Generator['build']>,
  (folder: string, program: string, machine: Machine) => Promise<string[]>
> = {
  async typescript(folder, program, { npm }) {
    const own = join(folder, 'program.ts');
    await copyFile(program, own);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const options = [
      ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
      ...[
        '--allowImportingTsExtensions',
        '--lib',
        'es2022,dom,dom.iterable',
        '--typeRoots',
        join(PROJECT, 'node_modules/@types'),
      ],
      ...['--types', 'node'],
    ];
    await start('compile TypeScript', [...npmProgram(npm, 'tsc'), ...options, own], folder);
    const outfile = join(folder, 'program.mjs');
    await build({ entryPoints: [own], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
    return [process.execPath, outfile];
  },

  async python(folder, program, { python }) {
    const own = join(folder, 'generated', 'program.py');
    await copyFile(program, own);
    await start('compile Python', [python, '-m', 'compileall', '-q', 'generated'], folder);
    return [python, own];
  },

  async go(folder, program, { go }) {
    for (const name of ['go.mod', 'go.sum']) await copyFile(join(GENERATOR_PINS, 'go', name), join(folder, name));
    await copyFile(program, join(folder, 'main.go'));
    // openapi-generator writes tests, which need another package.
    await rm(join(folder, 'generated', 'test'), { recursive: true, force: true });
    await start('compile Go', [go, 'build', '-o', 'program', '.'], folder, GO_FLAGS);
    return [join(folder, 'program')];
  },

  async java(folder, program, { java, jars }) {
    const own = join(folder, 'Program.java');
    await copyFile(program, own);
    const sources = (await readdir(join(folder, 'generated', 'src', 'main'), { recursive: true }))
      .filter((name) => name.endsWith('.java'))
      .map((name) => join(folder, 'generated', 'src', 'main', name));
    const classes = join(folder, 'classes');
    await start('compile Java', ['javac', '-nowarn', '-cp', join(jars, '*'), '-d', classes, own, ...sources], folder);
    return [java, '-cp', [classes, join(jars, '*')].join(delimiter), 'Program'];
  },
};

async function start(
  what: string,
  [command = '', ...args]: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<void> {
  const log = join(LOGS, `${what.replaceAll(/\W+/g, '-')}.log`);
  // openapi-python-client needs its formatter on PATH.
  const PATH = [dirname(command), process.env.PATH].join(delimiter);
  await runCommand(what, { command, args, cwd, env: { ...env, PATH }, log });
}

/** The output of the program, line by line. */
export async function runProgram([command = '', ...args]: string[], env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(command, args, { env: { ...process.env, ...env }, timeout: 60_000 });
  return stdout.trim().split('\n');
}
