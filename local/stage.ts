import type { Settings } from '../lambdas/shared/contract/settings.schema.ts';
import type { Timings } from '../lambdas/shared/contract/timings.schema.ts';
import type { Stage } from '../lib/stage.schema.ts';
import { ACCOUNT, REGION } from './environment.ts';
import type { Ports } from './ports.ts';
import { acmeDirectoryUrl } from './processes/pebble.ts';

/** Each busy Lambda is a Node process of up to 65 MB: three of each of the lifecycle's steps stay far below 4 GiB. */
export const STEP_CONCURRENCY = 3;
const BASE_TARGET = 'cname.cps.test';

/** The specification's windows, in a developer's patience: 24 hours become 15 minutes for DNS and 10 for the rest, 300 seconds become 2. */
export const START_TIMINGS: Timings = {
  dnsCheckIntervalSeconds: 2,
  dnsWindowSeconds: 900,
  issuanceWindowSeconds: 600,
  installWindowSeconds: 600,
  orderPollSeconds: 1,
  caRetrySeconds: 3,
  validationRetrySeconds: 5,
  preflightRetrySeconds: 2,
  installPollSeconds: 1,
  retirePauseSeconds: 1,
  longestSilenceSeconds: 60,
};

/** Shorter where a test waits for a window to close or for the sweep to find what was forgotten. */
export const TEST_TIMINGS: Timings = { ...START_TIMINGS, dnsWindowSeconds: 45, longestSilenceSeconds: 20 };

export function localSettings(ports: Ports, timings: Timings, trustedRootPem: string): Settings {
  return {
    keyMode: 'test',
    baseTarget: BASE_TARGET,
    ownNames: [BASE_TARGET],
    allowedSpecialSuffixes: ['test', 'example'],
    serverIds: 'open',
    webhookHttp: 'allowed',
    nameServers: [`127.0.0.1:${ports.dns}`],
    edgeHttpPort: ports.edgeHttp,
    edgeHttpsPort: ports.edgeHttps,
    allowLoopback: true,
    acme: { directoryUrl: acmeDirectoryUrl(ports), caName: 'Pebble', trustedRootPem, ordersPerMinute: 600 },
    agent: { busyPollSeconds: 1, idlePollSeconds: 1 },
    timings,
  };
}

/** The stage that is deployed into the local cloud: the same app as on AWS, with these values. */
export function localStage(settings: Settings): Stage {
  return {
    name: 'local',
    account: ACCOUNT,
    region: REGION,
    settings,
    sweepIntervalMinutes: 1,
    logRetentionDays: 7,
    stepConcurrency: STEP_CONCURRENCY,
  };
}
