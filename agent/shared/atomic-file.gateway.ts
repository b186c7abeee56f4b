import { chmod, chown, mkdir, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileRights, folderMode, OWNER_ONLY } from './file-rights.ts';

/** chown() leaves the owner unchanged for this value. */
const SAME_OWNER = -1;

/**
 * Replaces a file atomically, readable only by its owner unless `rights` differ. A reader, or a crash at any time, finds the old
 * or the new content. The temporary name starts with a dot, which HAProxy skips when it loads a folder.
 */
export async function writeFileAtomically(path: string, content: string, rights = OWNER_ONLY): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.new`);
  const file = await open(temporary, 'w', 0o600);
  try {
    // Before writing: a file left by a crash may have been readable by others.
    await file.chmod(0o600);
    if (rights.gid !== undefined) await file.chown(SAME_OWNER, rights.gid);
    await file.chmod(rights.fileMode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(folder);
}

/** Creates the folder, or corrects the rights of an existing one. */
export async function ensureFolder(path: string, rights: FileRights): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await settle(path, folderMode(rights), rights.gid);
}

/** Corrects the rights of an existing file. */
export async function correctFileRights(path: string, { fileMode, gid }: FileRights): Promise<void> {
  await settle(path, fileMode, gid);
}

/** Changes nothing that is correct, because the agent also serves from a read-only disk. */
async function settle(path: string, mode: number, gid: number | undefined): Promise<void> {
  const found = await stat(path);
  if (gid !== undefined && found.gid !== gid) await chown(path, SAME_OWNER, gid);
  if ((found.mode & 0o777) !== mode) await chmod(path, mode);
}

/** Without it a power failure may undo the rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
