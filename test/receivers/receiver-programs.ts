import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { installJars } from '../../local/machine/java-tools.ts';
import { runCommand } from '../../local/machine/run-command.ts';
import { type Installation, installFrameworks, installGo } from '../../local/machine/tools.ts';
import type { WithoutSecret } from '../docs/snippets/receiver-guarantees.ts';
import { receiverSnippet } from '../docs/snippets/snippets.ts';

const LOGS = join(PROJECT, '.local', 'logs');
/** Cache of compiled programs, with which the next run takes seconds. */
const BUILDS = join(PROJECT, '.local', 'receivers');
const installation: Installation = { logs: LOGS, signal: undefined };
mkdirSync(LOGS, { recursive: true });
const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The command that starts a receiver. */
export type Command = [command: string, args: string[]];

interface Receiver {
  language: string;
  isHere: boolean;
  /** The packages to install if the machine lacks it. */
  aptPackages?: string;
  withoutSecret?: WithoutSecret;
  /** Installs its libraries, and writes and compiles the program as printed. */
  build: () => Promise<Command>;
}

function writePrinted(page: string, name: string, at: string): string {
  const file = join(BUILDS, page, at);
  mkdirSync(dirname(file), { recursive: true });
  const program = receiverSnippet(page, name);
  if (!isFileOf(file, program)) writeFileSync(file, program);
  return file;
}

/** An unchanged file is not written again, which would recompile it. */
function isFileOf(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}

function copyPins(page: string, ...names: string[]): string {
  const folder = join(BUILDS, page);
  mkdirSync(folder, { recursive: true });
  for (const name of names) cpSync(join(PROJECT, 'test', 'receivers', page, name), join(folder, name));
  return folder;
}

async function compile(language: string, command: string, args: string[], cwd: string, env = {}): Promise<void> {
  const log = join(LOGS, `receiver-in-${language}.log`);
  await runCommand(`${command} for the receiver in ${language}`, { command, args, cwd, env, log });
}

const python = async (): Promise<Command> => {
  return [await installFrameworks(installation), [writePrinted('python', 'receiver.py', 'receiver.py')]];
};

const go = async (): Promise<Command> => {
  const folder = copyPins('go', 'go.mod', 'go.sum');
  writePrinted('go', 'receiver.go', 'receiver.go');
  const command = await installGo(installation);
  const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' };
  await compile('go', command, ['vet', '.'], folder, env);
  await compile('go', command, ['build', '-o', 'receiver', '.'], folder, env);
  return [join(folder, 'receiver'), []];
};

/** Each start has its own folder, because the receiver stores events in files. */
const php = async (): Promise<Command> => {
  const file = writePrinted('php', 'receiver.php', 'receiver.php');
  return ['sh', ['-c', `TMPDIR=$(mktemp -d -p .) exec php -S "127.0.0.1:$PORT" "${file}"`]];
};

const ruby = async (): Promise<Command> => ['ruby', [writePrinted('ruby', 'receiver.rb', 'receiver.rb')]];

const java = async (): Promise<Command> => {
  const file = writePrinted('java', 'Receiver.java', 'com/example/Receiver.java');
  const folder = join(BUILDS, 'java');
  const classPath = `${folder}:${join(await installJars('receiver', installation), '*')}`;
  await compile(
    'java',
    'javac',
    ['-Xlint:all,-processing,-classfile', '-parameters', '-cp', classPath, '-d', folder, file],
    folder,
  );
  return ['java', ['-XX:TieredStopAtLevel=1', '-cp', classPath, 'com.example.Receiver']];
};

const rust = async (): Promise<Command> => {
  const folder = copyPins('rust', 'Cargo.toml', 'Cargo.lock');
  writePrinted('rust', 'main.rs', 'src/main.rs');
  await compile('rust', 'cargo', ['build', '--locked'], folder);
  return [join(folder, 'target', 'debug', 'receiver'), []];
};

/** Older versions do not support the edition 2024, which `cargo new` writes. */
function hasRust(): boolean {
  const [, minor = 0] = /^cargo 1\.(\d+)/.exec(spawnSync('cargo', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  return Number(minor) >= 85;
}

export const RECEIVERS: Receiver[] = [
  { language: 'python', isHere: true, build: python },
  { language: 'go', isHere: true, build: go },
  { language: 'php', isHere: runs('php', '-v'), aptPackages: 'php-cli', withoutSecret: 'answers 500', build: php },
  {
    language: 'ruby',
    isHere: runs('ruby', '-e', 'require "sinatra/base"; require "rack/handler/webrick"'),
    aptPackages: 'ruby-sinatra ruby-webrick',
    build: ruby,
  },
  { language: 'java', isHere: runs('javac', '--release', '17', '--version'), aptPackages: 'default-jdk-headless', build: java },
  { language: 'rust', isHere: hasRust(), aptPackages: 'cargo (of Debian 13), or rustup', build: rust },
];
