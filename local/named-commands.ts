import { spawnSync } from 'node:child_process';
import { pathWithTools } from './machine/environment.ts';
import { columns } from './machine/layout.ts';

/** One of those that a script of package.json runs by name: a line for the shell. */
export interface NamedCommand {
  about: string;
  run: string;
  /** Left out where no name is given. */
  onlyByName?: true;
  /** What stands behind its name goes to it. */
  takesOptions?: true;
}

export type NamedCommands = Readonly<Record<string, NamedCommand>>;

export interface Asked {
  names: string[];
  /** For the one command that is named. */
  options: string[];
}

/** What was asked: `--help`, what is wrong with it, or names. */
export function readAsked(args: readonly string[], commands: NamedCommands): Asked | 'help' | { wrong: string } {
  if (args[0] === '--help' || args[0] === '-h') return 'help';
  const behind = args.findIndex((arg) => !(arg in commands));
  const names = args.slice(0, behind === -1 ? args.length : behind);
  const options = args.slice(names.length);
  const [only = ''] = names;
  if (options.length > 0 && !(names.length === 1 && commands[only]?.takesOptions))
    return { wrong: `There is no "${options[0]}".` };
  return { names, options };
}

export function helpOf(usage: string, commands: NamedCommands): string {
  const rows = Object.entries(commands).map(([name, { about, onlyByName }]) => [
    `  ${name}`,
    onlyByName ? `${about} (only by name)` : about,
  ]);
  return [`Usage: ${usage}`, '', ...columns(rows)].join('\n');
}

/** The names in the arguments of this process; it ends here where they ask for help or name nothing that there is. */
export function askedOf(usage: string, commands: NamedCommands): Asked {
  const asked = readAsked(process.argv.slice(2), commands);
  if (asked === 'help') {
    console.log(helpOf(usage, commands));
    process.exit();
  }
  if ('wrong' in asked) {
    console.error(`${asked.wrong}\n\n${helpOf(usage, commands)}`);
    process.exit(1);
  }
  return asked;
}

/** All that run where no name is given. */
export function byDefault(commands: NamedCommands): string[] {
  return Object.keys(commands).filter((name) => !commands[name]?.onlyByName);
}

/** Runs the one that is named, with what stands behind its name. This process ends with its code. */
export function runOneNamed(usage: string, commands: NamedCommands): void {
  const { names, options } = askedOf(usage, commands);
  const [name = '', ...others] = names;
  if (name === '' || others.length > 0) {
    console.error(helpOf(usage, commands));
    process.exit(1);
  }
  const env = { ...process.env, PATH: pathWithTools() };
  const { status } = spawnSync('sh', ['-c', `${commands[name]?.run} "$@"`, name, ...options], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
