import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { API_ENTRIES, boundsOf } from '../stack/api-entries.ts';
import { type Bundle, bundleOf, importMs, sdkOnlyBundle, secretOnLoopback } from './cold-import/cold-import.ts';
import { count, decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';

// Import time of each API Lambda's bundle, compared with a bundle that has only its SDK clients. Every import is a new `node`
// process, and both alternate, so that other load on the machine affects both. Medians of one run; the ratio is the median of the
// ratios per pair.

/** The first round warms the file cache and is not counted. */
const ROUNDS = { short: 1, long: 31 };

interface Contest {
  entry: string;
  ours: Bundle;
  sdk: Bundle;
  /** Pairs of consecutive measurements. */
  ms: { ours: number; sdk: number }[];
}

export async function run(size: Size): Promise<Measurement[]> {
  // Inside the project, so that the bundles resolve its packages.
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
  // A Lambda without the SDK has no comparison: an empty file imports in no time.
  if (sdk.bytes <= 1_000) return rows;
  const ratio = median(ms.map((pair) => pair.ours / pair.sdk));
  return [...rows, time(`${name}, times the SDK alone`, ratio, { atMost: bounds.timesTheSdk }, decimals(2))];
}
