import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../client/cps/command/command.ts';
import { nameOf, type Parameter } from '../../client/cps/command/parameters.ts';
import { COMMANDS } from '../../client/cps/commands.ts';
import manifest from '../../client/cps/package.json' with { type: 'json' };
import { EXIT_MEANINGS } from '../../client/cps/terminal/failure.ts';
import service from '../../package.json' with { type: 'json' };
import { withTable } from './webhooks/webhook-tables.ts';

const AGENTS = { read: 'yes', write: 'with `--allow-writes`', person: 'no' };
const FILE = new URL('../../docs/guides/cps.md', import.meta.url);
const written = readFileSync(FILE, 'utf8');
const made = withTable(withTable(written, 'commands', commandsTable()), 'exit codes', exitCodesTable());
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

function commandsTable(): string {
  const rows = COMMANDS.map((command) => [`\`cps ${usage(command)}\``, says(command), options(command), AGENTS[command.access]]);
  return table(['Command', 'Does', 'Options', 'For agents'], rows);
}

function exitCodesTable(): string {
  return table(['Code', 'Means'], Object.entries(EXIT_MEANINGS));
}

function table(head: string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function usage({ name, parameters }: Command): string {
  const words = Object.entries(parameters).flatMap(([key, parameter]) =>
    parameter.isArgument ? [argument(key, parameter)] : [],
  );
  return [name, ...words].join(' ');
}

function argument(key: string, { kind, isRequired }: Parameter): string {
  const word = `${nameOf(key, '-')}${kind === 'texts' ? '…' : ''}`;
  return isRequired ? `<${word}>` : `[${word}]`;
}

function says({ says: text }: Command): string {
  return text.replace(/\|/g, '\\|');
}

function options({ parameters }: Command): string {
  const named = Object.entries(parameters).filter(([, { isArgument }]) => !isArgument);
  return named.map(([key]) => `\`--${nameOf(key, '-')}\``).join(' ');
}

describe('the page of cps', () => {
  it('has the commands and exit codes of the program (npm run docs writes them)', () => {
    expect(written).toBe(made);
  });

  it('names the file that npm packs, and no command that does not exist', () => {
    expect(manifest.version).toBe(service.version);
    expect(written).toContain(`${manifest.name}-*.tgz`);
    const first = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
    const known = new Set(COMMANDS.map(({ name }) => name));
    for (const [, group = '', verb = ''] of written.matchAll(/(?<=`|^)cps ([a-z]+)(?: ([a-z]+(?:-[a-z]+)*))?/gm)) {
      expect([group, first.has(group)]).toEqual([group, true]);
      const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${group} `));
      if (isGroup && verb) expect([`${group} ${verb}`, known.has(`${group} ${verb}`)]).toEqual([`${group} ${verb}`, true]);
    }
  });

  it('does not begin with an installation that deletes what a running service needs', () => {
    const [, install = ''] = /```sh\n(.*?)```/s.exec(written) ?? [];
    expect(install).toContain('npm pack');
    expect(install).not.toContain('npm ci');
  });

  it('names the oldest Node on which the package runs', () => {
    expect(written).toContain(`Node ${manifest.engines.node.replace('>=', '')} or later`);
  });
});
