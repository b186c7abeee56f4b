import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFailed } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';
import { installFrameworks } from '../../../local/machine/tools.ts';

const LOGS = join(PROJECT, '.local', 'logs');
const at = (...path: string[]) => join(PROJECT, ...path);
const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const RAILS_NEEDS = 'require "rack/handler/webrick"; require "action_controller/railtie"';
const LARAVEL_NEEDS = 'require "GuzzleHttp/autoload.php"; require "Illuminate/autoload.php";';
const HAS = { rails: runs('ruby', '-e', RAILS_NEEDS), laravel: runs('php', '-r', LARAVEL_NEEDS) };
if (!HAS.rails) console.log('No Rails is here: its example is not tried. apt-get install ruby-railties ruby-webrick');
if (!HAS.laravel)
  console.log(
    'No Laravel is here: its example is not tried. apt-get install php-cli php-laravel-framework php-guzzlehttp-guzzle',
  );

/** Frameworks of examples in other languages than JavaScript, if this machine has them; those of Python are installed. */
export const FRAMEWORKS = [
  { name: 'flask', isHere: true },
  { name: 'django', isHere: true },
  { name: 'rails', isHere: HAS.rails },
  { name: 'laravel', isHere: HAS.laravel },
];

interface Example {
  file: string;
  /** Uses a free port, which it prints when it listens, and serves concurrent requests by threads or processes. */
  command: (file: string, python: string) => string[];
}
const SERVE_THREADED = at('test/web/examples/serve-threaded.py');
const EXAMPLES: Record<string, Example> = {
  flask: { file: 'flask/server.py', command: (file, python) => [python, SERVE_THREADED, file] },
  django: { file: 'django/server.py', command: (file, python) => [python, SERVE_THREADED, file] },
  rails: { file: 'rails/config.ru', command: (file) => ['rackup', '--host', '127.0.0.1', '--port', '0', file] },
  laravel: {
    file: 'laravel/domain-proxy.php',
    command: () => ['php', '-S', '127.0.0.1:0', at('test/web/examples/laravel-host.php')],
  },
};
const PORT = /(?:localhost:|127\.0\.0\.1:|port=)([1-9]\d+)/;

interface Running {
  name: string;
  program: ChildProcess;
  said: string;
}

let python = '';
const running: Running[] = [];
const folders: string[] = [];

export async function installPrograms(): Promise<void> {
  mkdirSync(LOGS, { recursive: true });
  python = await installFrameworks({ logs: LOGS, signal: undefined });
}

/** The URL at which the example mounts its proxy; `edit`: an integrator's changes. */
export async function startExample(
  name: string,
  env: Record<string, string>,
  edit: (source: string) => string = (source) => source,
): Promise<string> {
  const example = EXAMPLES[name];
  if (example === undefined) throw new Error(`There is no example for ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), 'cps-example-'));
  folders.push(folder);
  const file = join(folder, basename(example.file));
  writeFileSync(file, edit(readFileSync(at('web/examples', example.file), 'utf8')));
  const [command = '', ...args] = example.command(file, python);
  const program = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env, PORT: '0', CPS_HOST_FOLDER: folder, CPS_EXAMPLE: file, PHP_CLI_SERVER_WORKERS: '8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, to end PHP's workers as well.
    detached: true,
  });
  const started: Running = { name, program, said: '' };
  running.push(started);
  onTestFailed(() => console.log(`The example for ${name} said: ${started.said.slice(-5000)}`));
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      started.said += chunk;
      const [, found] = PORT.exec(started.said) ?? [];
      if (found !== undefined) resolve(found);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.once('exit', () => reject(endedError(started)));
  });
  return `http://127.0.0.1:${port}/domain-proxy`;
}

function endedError({ name, program, said }: Running): Error {
  return new Error(`The example for ${name} has ended (${program.exitCode ?? program.signalCode}): ${said.slice(-5000)}`);
}

/** Throws if an example has ended before: its tests might have passed for that reason. */
export async function stopExamples(): Promise<void> {
  const examples = running.splice(0);
  const ended = examples.find(hasEnded);
  for (const { program } of examples.filter((example) => !hasEnded(example))) {
    if (program.pid !== undefined) process.kill(-program.pid);
    await once(program, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  if (ended) throw endedError(ended);
}

function hasEnded({ program }: Running): boolean {
  return program.exitCode !== null || program.signalCode !== null;
}
