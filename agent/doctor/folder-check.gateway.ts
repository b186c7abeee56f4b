import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../shared/reason.ts';
import { ok, toFailed, type Verdict } from './finding.ts';

/** Checks that the current user owns the files. Another user has other rights and runs other commands. */
export async function checkUser(dir: string): Promise<Verdict> {
  try {
    const { uid } = await lstat(dir);
    if (uid === process.geteuid?.()) return ok(`this is the user whose folder ${dir} is`);
    return toFailed(
      `${dir} belongs to user ${uid}, not to this one`,
      `runuser -u "$(stat -c %U ${dir})" -- cps-agent doctor --dir ${dir}`,
    );
  } catch (error) {
    return toFailed(reasonOf(error), `make the folder, as the agent's user, by cps-agent enroll --dir ${dir}`);
  }
}

/** Checks that the user owns everything in the folder, that others cannot read it, and that it is writable. */
export async function checkFolder(dir: string): Promise<Verdict> {
  try {
    const owner = process.geteuid?.();
    const names = await readdir(dir, { recursive: true });
    for (const name of names) {
      const { uid, mode } = await lstat(join(dir, name));
      if (uid !== owner) return toFailed(`${join(dir, name)} belongs to user ${uid}`, `chown -R "$(stat -c %U ${dir})" ${dir}`);
      if ((mode & 0o007) !== 0) return toFailed(`${join(dir, name)} is open to every user`, `chmod -R o= ${dir}/*`);
    }
    const probe = join(dir, '.doctor.new');
    await writeFile(probe, 'writable\n', { mode: 0o600 });
    await rm(probe);
    return ok(`${names.length} files and folders, closed to others, and the disk takes more`);
  } catch (error) {
    return toFailed(reasonOf(error), `let this user write to ${dir}, and see that the disk is not full (df ${dir})`);
  }
}
