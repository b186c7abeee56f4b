import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { API_ENTRIES, boundsOf } from '../stack/api-entries.ts';
import { type Bundle, bundleOf, importMs, sdkOnlyBundle, secretOnLoopback } from './cold-import/cold-import.ts';
import { count, decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';

// How long each API Lambda's bundle takes to import, beside a bundle with only the SDK clients that it uses. Every import is
// a new `node` process, and the two take turns, so that whatever else the machine does meets both. Medians of one run; the
// ratio is the median of each pair's own.

/** The first round warms the machine's file cache, and is not measured. */
const ROUNDS = { short: 1, long: 31 };

interface Contest {
  entry: string;
  ours: Bundle;
  sdk: Bundle;
  /** In pairs: what was measured one after the other. */
  ms: { ours: number; sdk: number }[];
}

export async function run(size: Size): Promise<Measurement[]> {
  // Inside the project, so that the bundles find its packages.
  const folder = join(PROJECT, '.local', `bench-import-${process.pid}`);
  const { server, environment } = await secretOnLoopback();
  try {
    const contests = API_ENTRIES.map((entry, index) => contest(entry, join(folder, String(index))));
    for (let round = -1; round < ROUNDS[size]; round += 1) {
      for (const { ours, sdk, ms } of contests) {
        const pair = { ours: await importMs(ours, environment), sdk: await importMs(sdk, environment) };
        if (round >= 0) ms.push(pair);
      }
    }
    return contests.flatMap(measured);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

function contest(entry: string, folder: string): Contest {
  const ours = bundleOf(entry, join(folder, 'ours'));
  return { entry, ours, sdk: sdkOnlyBundle(ours.metafile, join(folder, 'sdk')), ms: [] };
}

function measured({ entry, ours, sdk, ms }: Contest): Measurement[] {
  const bounds = boundsOf(entry);
  const name = entry.replace(/^lambdas\/|\.lambda\.ts$/g, '');
  const mine = median(ms.map((pair) => pair.ours));
  const rows = [
    count(`${name}, kB`, ours.bytes / 1000, { atMost: bounds.kilobytes }, decimals(1)),
    time(`${name}, ms (median)`, mine, {}, decimals(1)),
  ];
  // A Lambda without SDK has nothing to be compared with: a file of no content is imported in no time.
  if (sdk.bytes <= 1_000) return rows;
  const ratio = median(ms.map((pair) => pair.ours / pair.sdk));
  return [...rows, time(`${name}, times the SDK alone`, ratio, { atMost: bounds.timesTheSdk }, decimals(2))];
}
