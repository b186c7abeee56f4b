import { CommanderError, Option, Command as Words } from 'commander';
import type { Mode } from './api/connect.ts';
import type { Command } from './command/command.ts';
import { nameOf, type Parameter } from './command/parameters.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import type { GlobalOptions } from './login/choose-login.ts';
import manifest from './package.json' with { type: 'json' };
import { EXIT_MEANINGS } from './terminal/failure.ts';

export type RawInput = Record<string, unknown>;
export type Runner = (command: Command, given: RawInput) => Promise<void>;

const HEAD = 'Domains of your customers, their certificates and webhooks, at any deployment of the service.';

/** Builds the command line from the commands. `write` and `writeError` receive its help and its errors. */
export function createProgram(run: Runner, write: (text: string) => void, writeError: (text: string) => void): Words {
  const program = new Words('cps')
    .description(HEAD)
    .version(manifest.version)
    .option('--site <url>', 'the deployment; else CPS_SITE_URL, or that of the last login')
    .addOption(new Option('--live', 'use the live key of the site').conflicts('test'))
    .addOption(new Option('--test', 'use the test key of the site').conflicts('live'))
    .option('--json', 'print JSON: the result on stdout, an error on stderr')
    .option('--mcp', 'serve the commands to agents over stdio (Model Context Protocol): reads only')
    .option('--allow-writes', 'with --mcp: also the commands that change something')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: write,
      writeErr: writeError,
      outputError: (text, print) => print(text.replace(/^error: /, 'cps: ')),
    })
    .exitOverride()
    .addHelpText('after', footer);
  const groups = new Map<string, Words>();
  for (const command of COMMANDS) {
    const [first = '', verb] = command.name.split(' ');
    if (verb === undefined) addCommand(program, first, command, run);
    else {
      const group = groups.get(first) ?? program.command(first).description(GROUPS[first] ?? '');
      groups.set(first, group);
      addCommand(group, verb, command, run);
    }
  }
  return program;
}

function addCommand(parent: Words, name: string, command: Command, run: Runner): void {
  const words = parent.command(name).description(command.says);
  const names = Object.entries(command.parameters);
  for (const [key, parameter] of names) {
    if (parameter.isArgument) words.argument(argumentText(key, parameter), parameter.says);
    else words.addOption(optionOf(key, parameter));
  }
  const examples = command.examples.map((example) => `  ${example}`).join('\n');
  words.addHelpText('after', `${command.about ? `\n${command.about}\n` : ''}\nExamples:\n${examples}`);
  words.action(async (...all: unknown[]) => {
    const keys = names.filter(([, { isArgument }]) => isArgument).map(([key]) => key);
    const given = Object.fromEntries(keys.map((key, at) => [key, all[at]]));
    await run(command, { ...words.opts(), ...given });
  });
}

function argumentText(key: string, { kind, isRequired }: Parameter): string {
  const text = `${nameOf(key, '-')}${kind === 'texts' ? '...' : ''}`;
  return isRequired ? `<${text}>` : `[${text}]`;
}

/** commander only collects the values: readInput() parses and checks them, for agents too. */
function optionOf(key: string, { kind, says, value = 'value', isRequired, known }: Parameter): Option {
  const name = `--${nameOf(key, '-')}`;
  const description = known && known.length <= 6 ? `${says}: ${known.join(', ')}` : says;
  const option = new Option(kind === 'flag' ? name : `${name} <${value}>`, description);
  if (kind === 'texts') option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  return isRequired ? option.makeOptionMandatory() : option;
}

function footer(): string {
  const codes = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`);
  return `
Settings:
  CPS_SITE_URL, CPS_API_KEY_ID, CPS_API_KEY   in place of a login
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY           a proxy between you and the site
  NO_COLOR                                    no colours

Exit codes:
${codes.join('\n')}

Examples:
  cps login --site https://certificates.example.com
  cps doctor shop.customer.com
  cps domains add shop.customer.com && cps domains watch shop.customer.com
  cps listen --forward http://localhost:3000/webhooks
  eval "$(cps completion bash)"`;
}

export function globalOptions({ site, live, test, json }: RawInput): GlobalOptions {
  const chosen: Mode | undefined = live ? 'live' : undefined;
  const mode = test ? 'test' : chosen;
  return { json: json === true, ...(typeof site === 'string' && { site }), ...(mode && { mode }) };
}

/** Makes `cps servers` list them. A default command of commander would treat each unknown verb as its argument. */
export function withDefaultVerb(program: Words, words: readonly string[]): string[] {
  const { operands } = program.parseOptions([...words]);
  const [group = '', ...more] = operands;
  const isComplete = !Object.hasOwn(GROUPS, group) || more.length > 0 || words.some((word) => word === '--help' || word === '-h');
  return isComplete ? [...words] : words.toSpliced(words.indexOf(group) + 1, 0, 'list');
}

/** commander throws for help and version, which are no errors. */
export function isHelp(error: unknown): error is CommanderError {
  return error instanceof CommanderError && error.exitCode === 0;
}

export function isMisuse(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}
