import type { Command as Words } from 'commander';
import { nameOf } from './command/parameters.ts';
import { COMMANDS } from './commands.ts';

/** Commands, options and known values that may follow these words, for the scripts of completion.ts. */
export function completionCandidates(program: Words, words: readonly string[]): string[] {
  let at = program;
  for (const word of words) at = at.commands.find((command) => command.name() === word) ?? at;
  const own = at === program ? [] : at.options;
  const option = [...own, ...program.options].find(({ long }) => long === words.at(-1));
  if (option && !option.isBoolean()) return knownValues(at, option.long ?? '');
  const values = at.registeredArguments.flatMap((argument) => knownValues(at, argument.name()));
  const options = [...own, ...program.options].flatMap(({ long }) => long ?? []);
  return [...at.commands.map((command) => command.name()), ...values, ...options, '--help'];
}

/** Known values of an option, such as `--event`, or of an argument. */
function knownValues(words: Words, option: string): string[] {
  const path = words.parent?.parent ? `${words.parent.name()} ${words.name()}` : words.name();
  const parameters = COMMANDS.find(({ name }) => name === path)?.parameters ?? {};
  const found = Object.entries(parameters).find(([key]) => nameOf(key, '-') === option.replace(/^--/, ''));
  return [...(found?.[1].known ?? [])];
}
