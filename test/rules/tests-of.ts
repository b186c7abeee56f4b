import { dirname, join } from 'node:path/posix';
import { distance } from 'fastest-levenshtein';

/** The files of test/ by path, with their text. */
export type TestFiles = ReadonlyMap<string, string>;

/** How the tests were found, the closest way first; `nearest`: similar paths, if there are no tests. */
export type TestsOf = { how: 'itself' | 'mirrored' | 'importing'; tests: string[] } | { how: 'nowhere'; nearest: string[] };

const IMPORTED = /(?:from |import[(]?)'([.][^']+)'/g;
const NEAREST = 3;

/**
 * The tests of a file or folder of `sources`, or of test/ itself: the one with the mirrored path, or else the closest importers.
 */
export function testsOf(path: string, testFiles: TestFiles, sources: readonly string[]): TestsOf {
  const tests = [...testFiles.keys()].filter(isTest).toSorted();
  const itself = tests.filter((test) => isIn(path, test));
  if (itself.length > 0) return { how: 'itself', tests: itself };
  const mirrors = mirrorsOf(path);
  const mirrored = tests.filter((test) =>
    mirrors.some((mirror) => isIn(mirror, test) || test === mirror.replace(/[.]ts$/, '.test.ts')),
  );
  if (mirrored.length > 0) return { how: 'mirrored', tests: mirrored };
  const importing = importers(path, testFiles);
  if (importing.length > 0) return { how: 'importing', tests: importing };
  const byDistance = [...sources, ...tests]
    .map((file) => ({ file, away: distance(file, path) }))
    .toSorted((a, b) => a.away - b.away);
  return { how: 'nowhere', nearest: byDistance.slice(0, NEAREST).map(({ file }) => file) };
}

/** test/stack/ tests the synthesized form of AWS resources. */
function mirrorsOf(path: string): string[] {
  return [join('test', path), ...(path.startsWith('lib/') ? [join('test/stack', path.slice('lib/'.length))] : [])];
}

/**
 * Direct importers, or else those through one helper of test/, and so on; of these the ones beside the mirrored path, or else the
 * ones without a cloud.
 */
function importers(path: string, testFiles: TestFiles): string[] {
  const beside = mirrorsOf(dirname(path));
  let targets = new Set([path]);
  const seen = new Set<string>();
  while (targets.size > 0) {
    const next = [...testFiles].filter(
      ([file, text]) => !seen.has(file) && importedBy(file, text).some((one) => targets.has(one)),
    );
    const tests = next
      .map(([file]) => file)
      .filter(isTest)
      .toSorted();
    const near = tests.filter((test) => beside.some((folder) => isIn(folder, test)));
    const withoutCloud = tests.filter((test) => !isIn('test/e2e', test));
    const closest = [near, withoutCloud, tests].find(({ length }) => length > 0);
    if (closest) return closest;
    targets = new Set(next.map(([file]) => file));
    for (const file of targets) seen.add(file);
  }
  return [];
}

function importedBy(file: string, text: string): string[] {
  return [...text.matchAll(IMPORTED)].map(([, path = '']) => join(dirname(file), path));
}

const isTest = (file: string) => file.endsWith('.test.ts');
const isIn = (path: string, file: string) => file === path || file.startsWith(`${path}/`);
