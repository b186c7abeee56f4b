import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './environment.ts';
import type { StateDir } from './state-dir.ts';

const OWNER_ONLY = 0o700;

/**
 * From here on, what this process and its children write is for their user alone: keys, tokens, and programs that run. What is
 * there already becomes so.
 */
export function keepPrivate(state: StateDir): void {
  process.umask(0o077);
  // A state folder that is somebody's own may hold other things: its mode is theirs.
  const { root: _root, ...own } = state;
  for (const path of [join(PROJECT, '.local'), ...Object.values(own)]) makePrivate(path);
}

/**
 * Takes from everybody but the owner what they may do with a file, or a folder and all in it. A link leads elsewhere, and is left
 * alone.
 */
export function makePrivate(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return;
    if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & OWNER_ONLY);
    if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
  } catch (error) {
    // Never there, or gone meanwhile: another cloud may be at work in `.local/test`.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
