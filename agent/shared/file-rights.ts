/** Who may read what the agent writes: its own user, and with a group the web server's. */
export interface FileRights {
  fileMode: number;
  /** Undefined leaves the group of the agent's process. */
  gid: number | undefined;
}

export const OWNER_ONLY: FileRights = { fileMode: 0o600, gid: undefined };

/** Who may read the files of a folder may also list and enter it; nobody but its owner changes it. */
export function folderMode({ fileMode }: FileRights): number {
  return 0o700 | (fileMode & 0o040 ? 0o050 : 0);
}

/** Whether somebody may do more with what was found than is wanted. */
export function isWiderThan(wanted: FileRights, found: { mode: number; gid: number }): boolean {
  const isOtherGroup = wanted.gid !== undefined && found.gid !== wanted.gid;
  return (found.mode & 0o077 & ~wanted.fileMode) !== 0 || ((found.mode & 0o070) !== 0 && isOtherGroup);
}
