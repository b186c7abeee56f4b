import type { Stats } from 'node:fs';
import { resolve, sep } from 'node:path';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';

/**
 * Reads a file that only its owner, this user or root, may read. Otherwise throws with the remedy, without reading it.
 * `credentialsDirectory`: systemd's folder of the unit's credentials; undefined or empty without one.
 */
export async function readTokenFile(path: string, credentialsDirectory: string | undefined): Promise<string> {
  // An empty name would resolve to the working directory, and everything below it would count as credentials.
  const isCredential = Boolean(credentialsDirectory) && resolve(path).startsWith(resolve(credentialsDirectory ?? '') + sep);
  return readBounded(path, FILE_LIMITS.token, (found) => refuseOpenFile(path, found, isCredential));
}

function refuseOpenFile(path: string, { mode, uid }: Stats, isCredential: boolean): void {
  // A credential belongs to root, and an access list admits the unit's user. Its mode shows the list's mask as the group's rights
  // (acl(5), "Correspondence between ACL entries and file permission bits").
  const closedTo = isCredential ? 0o007 : 0o077;
  if ((mode & closedTo) !== 0)
    throw new Error(
      `other users may read ${path} (mode 0${(mode & 0o777).toString(8)}): chmod 0600 ${path}, and make a new token if they may have`,
    );
  if (uid !== 0 && uid !== process.geteuid?.())
    throw new Error(`${path} belongs to user ${uid}, who can read it: it must belong to this user or to root`);
}
