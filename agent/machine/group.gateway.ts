import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Id of a group. The agent's user must be a member to give files to the group. Throws with the remedy. */
export async function groupId(name: string): Promise<number> {
  const gid = await lookUp(name);
  const { geteuid, getegid, getgroups } = process;
  const own = [getegid?.(), ...(getgroups?.() ?? [])];
  if (geteuid?.() !== 0 && !own.includes(gid))
    throw new Error(`this user is not in the group ${name}: add it (usermod -aG ${name} <user>), then start the agent anew`);
  return gid;
}

/** Time-out for a directory service. */
const TIMEOUT_MS = 10_000;

/** Uses the system's own lookup, in files or a directory service. */
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
