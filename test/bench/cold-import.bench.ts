import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { API_ENTRIES } from '../stack/api-entries.ts';
import { type Bundle, bundleOf, importMs, sdkOnlyBundle, secretOnLoopback } from './cold-import.ts';

// How long each API Lambda's bundle takes to import, beside a bundle with only the SDK clients that it uses. Every import is
// a new `node` process, and the two take turns, so that whatever else the machine does meets both. Medians of one run; the
// ratio is the median of each pair's own.

const ROUNDS = 31;
const GOAL = 1.5;
/** Inside the project, so that the bundles find its packages. */
const FOLDER = join(PROJECT, '.local', 'bench-import');

interface Contest {
  entry: string;
  ours: Bundle;
  sdk: Bundle;
  /** In pairs: what was measured one after the other. */
  ms: { ours: number; sdk: number }[];
}

function contest(entry: string, index: number): Contest {
  const ours = bundleOf(entry, join(FOLDER, `${index}-ours`));
  return { entry, ours, sdk: sdkOnlyBundle(ours.metafile, join(FOLDER, `${index}-sdk`)), ms: [] };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const { server, environment } = await secretOnLoopback();
try {
  const contests = API_ENTRIES.map(contest);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { ours, sdk, ms } of contests) {
      const pair = { ours: await importMs(ours, environment), sdk: await importMs(sdk, environment) };
      if (round >= 0) ms.push(pair); // the first round warms the machine's file cache
    }
  }
  const results = contests.map(({ entry, ours, sdk, ms }) => {
    const [mine, theirs] = [median(ms.map((pair) => pair.ours)), median(ms.map((pair) => pair.sdk))];
    // A Lambda without SDK has nothing to be compared with: a file of no content is imported in no time.
    const ratio = sdk.bytes > 1_000 ? median(ms.map((pair) => pair.ours / pair.sdk)) : undefined;
    return { entry, ours, sdk, mine, theirs, ratio };
  });
  console.log(`Cold import of the API bundles: medians of ${ROUNDS} new processes each`);
  console.table(
    results.map(({ entry, ours, sdk, mine, theirs, ratio }) => ({
      '': entry.replace(/^lambdas\/|\.lambda\.ts$/g, ''),
      kB: (ours.bytes / 1000).toFixed(1),
      'SDK only, kB': (sdk.bytes / 1000).toFixed(1),
      ms: mine.toFixed(1),
      'SDK only, ms': theirs.toFixed(1),
      ratio: ratio?.toFixed(2) ?? 'no SDK',
    })),
  );
  const missed = results.filter(({ ratio = 0 }) => ratio > GOAL);
  console.log(
    `goal at most ${GOAL}: ${missed.length === 0 ? 'held' : `MISSED by ${missed.map(({ entry }) => entry).join(', ')}`}`,
  );
  if (missed.length > 0) process.exitCode = 1;
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(FOLDER, { recursive: true, force: true });
}
