import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startCloud } from './cloud.ts';
import type { Connection } from './connection.ts';
import { serveControl } from './control.ts';
import { NODE, PROJECT } from './machine/environment.ts';
import { readPorts, TEST_PORTS } from './machine/ports.ts';
import { stateDir } from './machine/state-dir.ts';
import { stopRequest } from './machine/stop-request.ts';
import { isWholeRun, readPhysicalIds, writeRunFacts } from './run-facts.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
    /** For `CPS_STATE_DIR` of the `admin` command. */
    stateDir: string;
    /** For `remoteComponent`. */
    controlUrl: string;
  }
}

/** The tests look at their domains more often than any integrator may. */
const NO_LIMIT = '1000000';

/** Vitest's global set-up of the e2e tests. All their projects name it, and share what the first of them starts. */
export default function startTestCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn('.local/test', project);
}

/** A cloud for the tests, new for every run, beside one that `npm start` runs. What the root project provides, all have. */
export async function startCloudIn(folder: string, { vitest }: TestProject): Promise<() => Promise<void>> {
  const root = vitest.getRootProject();
  if (root.getProvidedContext().connection) return async () => {};
  const stop = stopRequest();
  const state = stateDir(folder);
  const ports = readPorts(process.env, TEST_PORTS);
  const cloud = await startCloud({
    stateDir: folder,
    ports,
    range: TEST_PORTS,
    timings: TEST_TIMINGS,
    webhooks: TEST_WEBHOOKS,
    reset: true,
    recordsRequests: true,
    hasSecondCa: true,
    signal: stop.signal,
  });
  await raiseLimits(cloud.connection, state.root);
  const physicalIds = await readPhysicalIds(ports.aws);
  writeRunFacts(state, { physicalIds, isWhole: false });
  const control = await serveControl(cloud);
  // A test that needs what has crashed says so itself; this says why.
  void cloud.crashed.then((message) => console.error(message));
  root.provide('connection', cloud.connection);
  root.provide('stateDir', state.root);
  root.provide('controlUrl', control.url);
  return async () => {
    control.close();
    await cloud.stop();
    writeRunFacts(state, { physicalIds, isWhole: isWholeRun(vitest) });
  };
}

/** Beyond what any integrator may. */
export async function raiseLimits({ organization_id }: Connection, stateDir: string): Promise<void> {
  const limits = ['--requests-per-minute', '--requests-per-hour', '--domains', '--unvalidated-domains', '--servers'];
  await promisify(execFile)(
    NODE,
    ['bin/admin.ts', '--json', 'set-limits', '--organization', organization_id, ...limits.flatMap((name) => [name, NO_LIMIT])],
    { cwd: PROJECT, env: { ...process.env, CPS_STATE_DIR: stateDir } },
  );
}
