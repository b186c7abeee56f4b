import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { GENERATORS, type Generator } from './generators.ts';

const PAGE = join(PROJECT, 'docs', 'guides', 'clients.md');
const HEAD = '| Generator | Version | Tried | For | To know |\n|---|---|---|---|---|\n';

function datesOf(page: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/^\| (\S[^|]*) \| [^|]* \| (\d{4}-\d\d-\d\d) \|/gm)].map(([, name = '', date = '']) => [name, date]),
  );
}

function rowOf({ name, version, language, note }: Generator, date: string): string {
  return `| ${name} | ${version} | ${date} | ${language} | ${note} |`;
}

/** `trial`: the tried generators and the date; the others keep theirs. */
export function writtenPage(trial?: { names: readonly string[]; date: string }): { page: string; present: string } {
  const present = readFileSync(PAGE, 'utf8');
  const dates = datesOf(present);
  for (const name of trial?.names ?? []) dates.set(name, trial?.date ?? '');
  const rows = GENERATORS.map((one) => rowOf(one, dates.get(one.name) ?? 'never'));
  const commands = GENERATORS.map(({ command, takes }) => command.join(' ').replace('DOCUMENT', takes));
  const page = fill(fill(present, 'generators', HEAD + rows.join('\n')), 'commands', `\`\`\`sh\n${commands.join('\n')}\n\`\`\``);
  return { page, present };
}

function fill(page: string, name: string, content: string): string {
  return page.replace(
    new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`),
    (_, start, end) => `${start}\n\n${content}\n\n${end}`,
  );
}

export function writePage(page: string): void {
  writeFileSync(PAGE, page);
}
