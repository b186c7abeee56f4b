import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './environment.ts';
import type { StateDir } from './state-dir.ts';

const OWNER_ONLY = 0o700;

/**
 * Makes everything that this process and its children write private to their user, because it includes keys, tokens and
 * executables. Existing files become private too.
 */
export function makeStatePrivate(state: StateDir): void {
  process.umask(0o077);
  // A state folder chosen by the user may contain other things, so its own mode is not changed.
  const { root: _root, ...own } = state;
  for (const path of [join(PROJECT, '.local'), ...Object.values(own)]) makePrivate(path);
}

/** Removes others' rights from a file, or from a folder and its content. Links are not followed. */
export function makePrivate(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return;
    if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & OWNER_ONLY);
    if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
  } catch (error) {
    // Absent or just deleted: another cloud may be using `.local/test`.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
