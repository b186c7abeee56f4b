import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The number of a group of this machine, which the agent's own user must be in to give files to it. Throws with the remedy. */
export async function groupId(name: string): Promise<number> {
  const gid = await lookUp(name);
  const { geteuid, getegid, getgroups } = process;
  const own = [getegid?.(), ...(getgroups?.() ?? [])];
  if (geteuid?.() !== 0 && !own.includes(gid))
    throw new Error(`this user is not in the group ${name}: add it (usermod -aG ${name} <user>), then start the agent anew`);
  return gid;
}

/** A directory service that takes longer does not answer. */
const TIMEOUT_MS = 10_000;

/** As every program of this machine sees it, from files or a directory service. */
async function lookUp(name: string): Promise<number> {
  if (!/^[A-Za-z0-9_][\w.-]*$/.test(name)) throw new Error('--group must be the name of a group');
  const { stdout } = await promisify(execFile)('getent', ['group', name], { timeout: TIMEOUT_MS }).catch(
    (error: { code?: unknown }) => {
      throw new Error(error.code === 2 ? `there is no group ${name} on this machine` : `getent group ${name} failed`, {
        cause: error,
      });
    },
  );
  return Number(stdout.split(':')[2]);
}
