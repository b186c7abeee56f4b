import { chmodSync, lstatSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivate } from '../../../local/machine/private-files.ts';

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

describe('what a local cloud writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'));
  const made = { '.local': 0o777, '.local/tools': 0o775, '.local/tools/run': 0o755, '.local/state.json': 0o666 };
  mkdirSync(join(folder, '.local', 'tools'), { recursive: true });
  for (const file of ['.local/tools/run', '.local/state.json', 'elsewhere']) writeFileSync(join(folder, file), '');
  for (const [path, mode] of Object.entries({ ...made, elsewhere: 0o644 })) chmodSync(join(folder, path), mode);
  symlinkSync(join(folder, 'elsewhere'), join(folder, '.local', 'link'));
  makePrivate(join(folder, '.local'));

  it('is closed to other users of the machine, however open an earlier start has left it', () => {
    expect(Object.keys(made).map((path) => modeOf(join(folder, path)))).toEqual(['700', '700', '700', '600']);
  });

  it('leaves the target of a link in its folder open to others', () => {
    expect(modeOf(join(folder, 'elsewhere'))).toBe('644');
  });

  it('may be closed to others before its folder exists', () => {
    expect(() => makePrivate(join(folder, 'nothing'))).not.toThrow();
  });
});
