import { describe, expect, it } from 'vitest';
import { byDefault, helpOf, type NamedCommands, readAsked } from '../../local/named-commands.ts';

const COMMANDS: NamedCommands = {
  types: { about: 'TypeScript', run: 'tsc' },
  api: { about: 'the API', run: 'fuzz', takesOptions: true },
  all: { about: 'everything', run: 'tsc && fuzz', onlyByName: true },
};

describe('a command of many names', () => {
  it.each([
    [[], { names: [], options: [] }],
    [['types', 'api'], { names: ['types', 'api'], options: [] }],
    [['api', '--seed', '7', 'types'], { names: ['api'], options: ['--seed', '7', 'types'] }],
    [['--help'], 'help'],
    [['typs'], { wrong: 'There is no "typs".' }],
    [['types', '--seed'], { wrong: 'There is no "--seed".' }],
    [['types', 'api', '--seed'], { wrong: 'There is no "--seed".' }],
  ])('reads what it is asked: %j', (args, asked) => {
    expect(readAsked(args, COMMANDS)).toEqual(asked);
  });

  it('runs without a name all but those that are only run by name', () => {
    expect(byDefault(COMMANDS)).toEqual(['types', 'api']);
  });

  it('lists its names in its help', () => {
    expect(helpOf('npm x', COMMANDS).split('\n').slice(2)).toEqual([
      '  types  TypeScript',
      '  api    the API',
      '  all    everything (only by name)',
    ]);
  });
});
