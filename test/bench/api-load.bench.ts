import { loadApi } from './api-load/load-api.ts';
import { forgetCloud, RESTING_TIMINGS, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';

// Requests per second and latency of a local cloud of its own, for reading a domain, listing and creating. The number of requests
// is bounded, all on loopback. Most of the time is the emulator's: compare figures of one machine only. The organization's limits
// are raised, so that a 429 counts as an error like any answer other than 2xx.

const REQUESTS = { short: 40, long: 400 };

export async function run(size: Size): Promise<Measurement[]> {
  try {
    return await withCloud({ timings: RESTING_TIMINGS }, async ({ connection }) => {
      const loads = await loadApi({ baseUrl: connection.base_url, stateDir: STATE_DIR, requests: REQUESTS[size] });
      return Object.entries(loads).flatMap(([name, { perSecond, p50, p95, p99, errors }]) => [
        count(`${name}, errors`, errors, { atMost: 0 }),
        time(`${name}, requests/s`, perSecond, {}, decimals(1)),
        time(`${name}, p50, ms`, p50, {}, decimals(0)),
        time(`${name}, p95, ms`, p95, {}, decimals(0)),
        time(`${name}, p99, ms`, p99, {}, decimals(0)),
      ]);
    });
  } finally {
    forgetCloud();
  }
}
