import { START_TIMINGS } from '../../local/stage.ts';
import { forgetCloud, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { validateBesideSilence } from './slow-dns/slow-dns-load.ts';
import { percentile } from './webhook-load.ts';

// The effect on an organization of another one whose names are all in a zone with silent name servers.

const SIZES = { short: { names: 20, rounds: 3 }, long: { names: 200, rounds: 10 } };
const MAX_TIMES_ALONE = 2;

/** As on AWS, rechecks come only after minutes: the first check is what is measured. */
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };

export async function run(size: Size): Promise<Measurement[]> {
  const { names, rounds } = SIZES[size];
  try {
    return await withCloud({ timings: TIMINGS }, async ({ connection, dns }) => {
      const load = { baseUrl: connection.base_url, stateDir: STATE_DIR, dns, names, rounds };
      const { alone, first, beside, judged } = await validateBesideSilence(load);
      const [median, besideMedian] = [percentile(alone, 0.5), percentile(beside, 0.5)];
      const ms = decimals(0);
      return [
        time('a name to validated, alone, median, ms', median, {}, ms),
        time(`while ${names} names in a silent zone begin, ms`, first, {}, ms),
        time(`beside ${names} names in a silent zone, median, ms`, besideMedian, {}, ms),
        time(`beside ${names} names in a silent zone, longest, ms`, Math.max(...beside), {}, ms),
        time('median, times alone', besideMedian / median, { atMost: MAX_TIMES_ALONE }, decimals(2)),
        count('names not validated', [first, ...beside].filter((each) => !Number.isFinite(each)).length, { atMost: 0 }),
        count('names in the silent zone with a verdict', judged, { atMost: 0 }),
      ];
    });
  } finally {
    forgetCloud();
  }
}
