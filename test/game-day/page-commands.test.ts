import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsOf } from './page-commands.ts';

describe('the commands of a page', () => {
  it('are the blocks of one section, without their indent', () => {
    const page =
      '# P\n\n## One\n\n```sh\na\n```\n\n## Two\n\n1. x\n   ```sh\n   b "$c"\n   d\n   ```\n\n   ```sh\n   e\n   ```\n\n## Three\n\n```sh\nf\n```\n';
    expect(commandsOf(page, 'Two')).toEqual(['b "$c"\nd\n', 'e\n']);
    expect(commandsOf(page, 'Four')).toEqual([]);
  });

  it('of a restore are those that the game day plays', () => {
    const blocks = commandsOf(readFileSync('docs/operate/recovery.md', 'utf8'), 'A lost or damaged table');
    expect(blocks.map((block) => block.trim().split('\n').at(-1)?.split(' ').slice(0, 4).join(' '))).toEqual([
      'old=$(aws cloudformation describe-stacks --stack-name',
      'until [ "$(aws dynamodb',
      'aws dynamodb update-continuous-backups --table-name',
      'npm run admin --',
      'aws dynamodb describe-table --table-name',
      'npm run deploy',
      'npm run admin --',
    ]);
  });
});
