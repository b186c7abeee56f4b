/** One file that imports another, both from the root of the tree. */
export interface Import {
  from: string;
  to: string;
}

/** `from` depends on `to`, because of this import. */
export interface FolderArrow {
  from: string;
  to: string;
  example: Import;
}

export const FOLDER_RULE = {
  name: 'no-circle-between-folders',
  comment: 'Two folders that need each other are one, or hide a third: move what both need below them, beside what it is about.',
};

/** The files of a folder that are in none of its subfolders. */
const LOOSE = '(its own files)';

/**
 * Circular dependencies between the subfolders of each folder, at any depth: `a/x` that imports `b/y`, and `b/z` that imports
 * `a/w`, are a circle of `a` and `b`, although no two of the four are one.
 */
export function folderCircles(imports: readonly Import[]): FolderArrow[] {
  const parents = new Set(imports.flatMap(({ from }) => foldersAbove(from)));
  return [...parents].sort().flatMap((parent) => circlesWithin(parent, imports));
}

function circlesWithin(parent: string, imports: readonly Import[]): FolderArrow[] {
  const arrows = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const from = childOf(parent, each.from);
    const to = childOf(parent, each.to);
    if (from === undefined || to === undefined || from === to) continue;
    const known = arrows.get(from) ?? new Map<string, Import>();
    arrows.set(from, known.set(to, known.get(to) ?? each));
  }
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reaches(arrows, to, from))
      .map(([to, example]) => ({ from: parent + from, to: parent + to, example })),
  );
}

function reaches(arrows: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string, end: string): boolean {
  const seen = new Set([start]);
  for (const folder of seen) for (const next of arrows.get(folder)?.keys() ?? []) seen.add(next); // grows during the iteration
  return seen.has(end);
}

/** The subfolder of `parent` that contains a file; undefined if none does. */
function childOf(parent: string, file: string): string | undefined {
  if (!file.startsWith(parent)) return undefined;
  const rest = file.slice(parent.length);
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : LOOSE;
}

/** `a/b/c.ts` is in the root, in `a/` and in `a/b/`. */
function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)];
}
