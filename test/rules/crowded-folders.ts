import { dirname } from 'node:path';

const MOST_FILES = 22;

export const CROWD_RULE = {
  name: 'no-crowded-folder',
  comment: `A folder with more than ${MOST_FILES} files of its own is several: give each of them a name that says what it is about.`,
};

/** Folders with more files of their own than a reader keeps in mind, and how many these are. */
export function crowdedFolders(files: readonly string[]): { folder: string; count: number }[] {
  return [...Map.groupBy(files, (file) => dirname(file))]
    .map(([folder, own]) => ({ folder, count: own.length }))
    .filter(({ count }) => count > MOST_FILES);
}
