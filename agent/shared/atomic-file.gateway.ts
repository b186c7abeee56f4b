import { mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file in one step, readable by its owner only: whoever reads, and whatever dies when, there is the old content
 * or the new. The temporary name starts with a dot, which HAProxy skips when it loads a folder.
 */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.new`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(folder);
}

/** Without it a power cut may bring the old name back. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
