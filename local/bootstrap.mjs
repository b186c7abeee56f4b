// The part of `npm start` and `npm test` that runs before anything is installed. It uses the machine's own Node and no
// dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Installed by the npm package of Node for this platform. */
const PINNED_NODE = join(PROJECT, 'node_modules', '.bin', 'node');
const LOCK = join(PROJECT, '.local', 'install.pid');
const OLDEST_NODE = 20;
/** For platforms without such a package: the machine's own Node then runs everything. */
const OLDEST_OWN_NODE = 24;
const PYTHONS = [
  process.env.CPS_PYTHON,
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
];

const startedAt = Date.now();
const [program = 'start', ...args] = process.argv.slice(2);

if (program === 'start' && (args.includes('--help') || args.includes('-h'))) {
  console.log(startHelp());
  process.exit();
}

const python = findPython();
const oldestNode = hasPinnedNode() ? OLDEST_NODE : OLDEST_OWN_NODE;
const missing = [
  Number(process.versions.node.split('.')[0]) >= oldestNode ||
    `Node ${process.versions.node} is too old: install Node >= ${oldestNode}, https://nodejs.org`,
  runs('npm', ['--version']) || 'npm is missing: install it with Node, https://nodejs.org',
  python !== undefined ||
    'Python >= 3.10 with venv is missing: `sudo apt-get install python3 python3-venv`, or https://www.python.org (another one: set CPS_PYTHON)',
].filter((line) => line !== true);
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

await installPackages();
const node = existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath;
writeClients();
const child = spawn(node, [join('local', `${program}.ts`), ...args], {
  cwd: PROJECT,
  stdio: 'inherit',
  // `npm start` says how long it took, with the installation.
  env: { ...process.env, CPS_PYTHON: python, CPS_STARTED_AT: String(startedAt) },
});
// The child ends by itself. A terminal sends Ctrl-C to both processes, others send it only to this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

/** Runs `npm ci`, unless the installed packages match the lock file. A concurrent second call waits for the first. */
async function installPackages() {
  if (isInstalled()) return;
  await withLock(() => {
    if (isInstalled()) return;
    console.log('Installing the npm packages …');
    // An install script could download something that no hash in the lock file covers.
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
      cwd: PROJECT,
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  });
}

/** What `npm ci` does without --ignore-scripts: an editor finds no type of the client missing. */
function writeClients() {
  const program = join('client', 'generator', 'write-clients.ts');
  const { status } = spawnSync(node, [program], { cwd: PROJECT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * npm lists installed packages in `node_modules/.package-lock.json`. Ignores packages for other platforms, the project and its
 * workspaces.
 */
function isInstalled() {
  const installed = readPackages(join(PROJECT, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(PROJECT, 'package-lock.json'));
  if (!installed || (hasPinnedNode() && !runs(PINNED_NODE, ['--version']))) return false;
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional, devOptional }]) =>
      !path.startsWith('node_modules/') ||
      (installed[path]?.version === version && existsSync(join(PROJECT, path))) ||
      (!installed[path] && (optional || devOptional)),
  );
}

/** True when the lock file has Node for this platform. */
function hasPinnedNode() {
  const wanted = Object.entries(readPackages(join(PROJECT, 'package-lock.json')) ?? {});
  return wanted.some(
    ([path, { os, cpu }]) =>
      /^node_modules\/node-(darwin|linux|win)-/.test(path) && os.includes(process.platform) && cpu.includes(process.arch),
  );
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

async function withLock(work) {
  mkdirSync(join(PROJECT, '.local'), { recursive: true, mode: 0o700 });
  while (!takeLock()) await sleep(500);
  try {
    work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(LOCK) && !isAlive(Number(readFileSync(LOCK, 'utf8')))) rmSync(LOCK, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function findPython() {
  const check = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
  return PYTHONS.find((command) => command && runs(command, ['-c', check]));
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** The output of `npm start -- --help`. */
function startHelp() {
  const lines = (rows) => rows.map(([left, right]) => `  ${left.padEnd(28)} ${right}`).join('\n');
  const table = readJson('machine/ports.json');
  const ports = Object.values(table);
  const count = ports.reduce((sum, each) => sum + (each.count ?? 1), 0);
  const placeOf = ({ standard, count: behind, beside }) =>
    behind === undefined
      ? standard
      : `${standard}, ${behind} in a row; moves with CPS_${table[beside].variable} unless it is set`;
  return `Usage: npm start -- [options]

Starts the local cloud, deploys this app into it and stays up until Ctrl-C.

Options:
${lines([...Object.entries(readJson('start-options.json')), ['--help', 'show this']])}

Environment variables for its ports, all on loopback:
${lines(ports.map((port) => [`CPS_${port.variable}`, placeOf(port)]))}
${lines([['CPS_PORTS_FROM', `moves them all: the first port, ${count} in this order (CPS_PORTS_FROM=20000: 20000 to ${20000 + count - 1})`]])}

Others:
${lines([
  ['CPS_STATE_DIR', '.local, where its state is kept'],
  ['CPS_PYTHON', 'python3, the Python 3.10 or later that it uses'],
])}
`;
}

function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
