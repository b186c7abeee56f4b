import { STOREYS } from './architecture.ts';

export const STOREY_RULE = {
  name: 'folder-stands-in-one-storey',
  comment:
    'Name the folder in exactly one storey of STOREYS, test/rules/architecture.ts: without one, no rule says what it may import.',
};

/** Folders of lambdas/ that are in no layer or in several, by their first file. */
export function foldersWithoutStorey(files: readonly string[]): { folder: string; storeys: string[] }[] {
  const folders = new Set(files.flatMap((file) => /^lambdas\/([^/]+)\//.exec(file)?.[1] ?? []));
  return [...folders]
    .map((folder) => ({
      folder: `lambdas/${folder}`,
      storeys: Object.entries(STOREYS).flatMap(([storey, own]) => ((own as readonly string[]).includes(folder) ? [storey] : [])),
    }))
    .filter(({ storeys }) => storeys.length !== 1);
}
