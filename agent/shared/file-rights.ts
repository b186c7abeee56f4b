/** Who may read the agent's files: its own user, and the web server's group if one is set. */
export interface FileRights {
  fileMode: number;
  /** Undefined: the group of the agent's process. */
  gid: number | undefined;
}

export const OWNER_ONLY: FileRights = { fileMode: 0o600, gid: undefined };

/** Readers of a folder's files may also list and enter it. Only its owner may change it. */
export function folderMode({ fileMode }: FileRights): number {
  return 0o700 | (fileMode & 0o040 ? 0o050 : 0);
}

/** True when the found rights allow more than the wanted ones. */
export function allowsMoreThan(wanted: FileRights, found: { mode: number; gid: number }): boolean {
  const isOtherGroup = wanted.gid !== undefined && found.gid !== wanted.gid;
  return (found.mode & 0o077 & ~wanted.fileMode) !== 0 || ((found.mode & 0o070) !== 0 && isOtherGroup);
}
