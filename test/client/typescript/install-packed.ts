import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };
import { PROJECT } from '../../../local/machine/environment.ts';

const run = promisify(execFile);

/** The client's dependencies: three packages in all. */
export const THROUGH_THE_CLIENT = ['openapi-fetch', 'openapi-typescript-helpers'];

/**
 * Makes the folder a project with the packed client. Like npm's installation, but dependencies are packed from here: no registry
 * is used. `fields`: more of its package.json.
 */
export async function installPacked(folder: string, fields: object = {}): Promise<void> {
  const [own, ...others] = await Promise.all([
    pack(folder, ['--workspace', 'client/typescript']),
    ...THROUGH_THE_CLIENT.map((name) => pack(folder, ['--ignore-scripts', join(PROJECT, 'node_modules', name)])),
  ]);
  const overrides = Object.fromEntries(THROUGH_THE_CLIENT.map((name, position) => [name, `file:${others[position]}`]));
  const dependencies = { ...overrides, [manifest.name]: `file:${own}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...fields, dependencies, overrides }));
  const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['install', ...options], { cwd: folder });
}

/** Returns the name of the file. */
async function pack(folder: string, what: string[]): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...what], { cwd: PROJECT });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  return packed.filename;
}

/** The project's Node, and the machine's, which may be as old as 20. */
export function everyNode(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return [
    process.execPath,
    ...folders
      .map((path) => join(path, 'node'))
      .filter(existsSync)
      .slice(0, 1),
  ];
}
