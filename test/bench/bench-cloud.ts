import { rmSync } from 'node:fs';
import { type Cloud, type CloudOptions, startCloud } from '../../local/cloud.ts';
import { type Ports, readPorts } from '../../local/machine/ports.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';

/** State of the benches' local cloud, apart from those of `npm start` and `npm test`. */
export const STATE_DIR = '.local/bench';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };

/** As on AWS: domains stay idle during a load. */
export const RESTING_TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };

type Options = Partial<Pick<CloudOptions, 'timings' | 'webhooks' | 'reset' | 'hasDashboard' | 'recordsRequests'>>;

export function benchPorts(): Ports {
  return readPorts(process.env, RANGE);
}

/** Stops the cloud when the work ends or fails, and on a signal to this process. `asked`: aborts the work on a signal. */
export async function withCloud<T>(options: Options, work: (cloud: Cloud) => Promise<T>): Promise<T> {
  const stop = stopRequest();
  const cloud = await startCloud({
    stateDir: STATE_DIR,
    ports: benchPorts(),
    range: RANGE,
    timings: START_TIMINGS,
    webhooks: START_WEBHOOKS,
    reset: true,
    signal: stop.signal,
    ...options,
  });
  const stopped = stop.asked.then((): never => {
    throw new Error('stopped');
  });
  const crashed = cloud.crashed.then((message): never => {
    throw new Error(message);
  });
  try {
    return await Promise.race([work(cloud), stopped, crashed]);
  } finally {
    await cloud.stop();
  }
}

export function forgetCloud(): void {
  rmSync(STATE_DIR, { recursive: true, force: true });
}
