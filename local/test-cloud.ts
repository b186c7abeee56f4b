import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { MAX_RATE_LIMITS } from '../contract/api/limits.ts';
import { startCloud } from './cloud.ts';
import type { Connection } from './connection.ts';
import { serveControl } from './control.ts';
import { NODE, PROJECT } from './machine/environment.ts';
import { type PortRange, type Ports, readPorts } from './machine/ports.ts';
import { type StateDir, stateDir } from './machine/state-dir.ts';
import { stopRequest } from './machine/stop-request.ts';
import { ALONE_RUN, readPhysicalIds, wholeFiles, writeRunFacts } from './run-facts.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
    /** For `CPS_STATE_DIR` of the `admin` command. */
    stateDir: string;
    /** For `remoteComponent`. */
    controlUrl: string;
    ports: Ports;
  }
}

/** The tests poll their domains faster than any integrator may. */
const NO_LIMITS = {
  'requests-per-minute': MAX_RATE_LIMITS.requestsPerMinute,
  'requests-per-hour': MAX_RATE_LIMITS.requestsPerHour,
  ...{ domains: 1_000_000, 'unvalidated-domains': 1_000_000, servers: 1_000_000 },
};

/**
 * A new cloud for each test run, beside one that `npm start` runs. All test projects get what the root project provides.
 * `checkLeft` runs at the end with the remaining state, and its error fails the run.
 */
export async function startCloudIn(
  folder: string,
  range: PortRange,
  { vitest }: TestProject,
  checkLeft: (left: StateDir) => void = () => {},
): Promise<() => Promise<void>> {
  const root = vitest.getRootProject();
  const state = stateDir(folder);
  const provided = root.getProvidedContext().stateDir;
  if (provided === state.root) return async () => {};
  if (provided) throw new Error(`one run of vitest has one cloud, and this one has ${provided}: run these tests by themselves`);
  const stop = stopRequest();
  const ports = readPorts(process.env, range);
  const cloud = await startCloud({
    stateDir: folder,
    ports,
    range,
    timings: TEST_TIMINGS,
    webhooks: TEST_WEBHOOKS,
    reset: true,
    recordsRequests: true,
    hasSecondCa: true,
    // Each cloud asks owners for another of the two validation records.
    validationRecord: folder === ALONE_RUN ? 'validation-persist' : 'acme-challenge',
    signal: stop.signal,
  });
  await raiseLimits(cloud.connection, state.root);
  const physicalIds = await readPhysicalIds(ports.aws);
  writeRunFacts(state, { physicalIds, files: [] });
  const control = await serveControl(cloud);
  // A test that needs the crashed program fails by itself. This explains why.
  void cloud.crashed.then((message) => console.error(message));
  root.provide('connection', cloud.connection);
  root.provide('stateDir', state.root);
  root.provide('controlUrl', control.url);
  root.provide('ports', ports);
  return async () => {
    control.close();
    await cloud.stop();
    writeRunFacts(state, { physicalIds, files: wholeFiles(vitest) });
    checkLeft(state);
  };
}

/** Beyond any integrator's limits. */
export async function raiseLimits({ organization_id }: Connection, stateDir: string): Promise<void> {
  const limits = Object.entries(NO_LIMITS).flatMap(([name, limit]) => [`--${name}`, String(limit)]);
  await promisify(execFile)(NODE, ['bin/admin.ts', '--json', 'set-limits', '--organization', organization_id, ...limits], {
    cwd: PROJECT,
    env: { ...process.env, CPS_STATE_DIR: stateDir },
  });
}
