import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TINY_LINES = 20;

/** Path to reason, in the tree that is checked. */
const TINY_REASONS = 'test/rules/tiny-files.json';

export const TINY_RULE = {
  name: 'no-tiny-file-beside-its-only-importer',
  comment: `A file of at most ${TINY_LINES} lines that only a neighbour imports costs a hop and saves nothing: put its code there, or give the reason against it in ${TINY_REASONS}. Another suffix than the importer's is a reason by itself. Remove a reason for a file that needs none.`,
};

/** What a suffix says about a file (CONTRIBUTING.md, "Suffixes") holds for a whole file, so two suffixes need two files. */
const SUFFIX = /[.](schema|store|gateway|lambda|test|bench)[.]ts$/;

interface Import {
  from: string;
  to: string;
}

/**
 * Tiny files without a reason, and reasons without such a file. Tests that import a file do not count, but for files of tests.
 */
export function tinyFiles(root: string, files: readonly string[], imports: readonly Import[]): { file: string; found: string }[] {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const tiny = files.flatMap((file) => {
    const from = new Set(
      (importers.get(file) ?? []).map((one) => one.from).filter((one) => !one.startsWith('test/') || file.startsWith('test/')),
    );
    const [importer] = from;
    if (!file.endsWith('.ts') || importer === undefined || from.size > 1 || dirname(importer) !== dirname(file)) return [];
    if (suffixOf(importer) !== suffixOf(file)) return [];
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    return lines > TINY_LINES ? [] : [{ file, found: `${importer}, ${lines} lines` }];
  });
  const reasons = readReasons(root);
  const needed = new Set(tiny.map(({ file }) => file));
  return [
    ...tiny.filter(({ file }) => !reasons[file]),
    ...Object.keys(reasons).flatMap((file) =>
      needed.has(file) ? [] : [{ file: TINY_REASONS, found: `${file} needs no reason` }],
    ),
  ];
}

function suffixOf(file: string): string | undefined {
  return SUFFIX.exec(file)?.[1];
}

function readReasons(root: string): Record<string, string> {
  const file = join(root, TINY_REASONS);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
