import { STANDARD_RATES } from '../contract/api/limits.ts';
import { type Ca, RETIRE_AFTER_DAYS, type Settings, SILENT_AFTER_SECONDS } from '../contract/stack/settings.schema.ts';
import { SENDER_SECONDS, type Timings } from '../contract/stack/timings.schema.ts';
import { EMULATOR_ACCOUNT } from '../lib/stage/emulator.ts';
import type { Stage } from '../lib/stage/stage.schema.ts';
import { REGION } from './machine/environment.ts';
import type { Ports } from './machine/ports.ts';
import { nameServerEndpoints, ROOT_SERVERS, recursiveServers } from './name-servers/addresses.ts';
import { MAIL_FROM } from './processes/mail-sink.ts';
import { acmeDirectoryUrl, PEBBLE_PROFILES } from './processes/pebble.ts';
import { LOCAL_CLIENT_ID } from './processes/sign-in.ts';

/** Each busy Lambda is a Node process of up to 65 MB: three of each of the lifecycle's steps stay far below 4 GiB. */
export const STEP_CONCURRENCY = 3;
/** Fewer than there are, so that one organization whose name servers are silent does not delay the others. */
const DNS_PROCESSES_PER_ORGANIZATION = 2;
/** Little more than the sender may take: a delivery whose sender was killed comes back while one is still looking. */
const DELIVERY_VISIBILITY_SECONDS = SENDER_SECONDS + 5;
/** Its name: the only one that may have what only a developer's machine may (lib/add-stacks.ts). */
export const LOCAL_STAGE = 'local';
export const BASE_TARGET = 'cname.cps.test';
const VALIDATION_ZONE = `validation.${BASE_TARGET}`;
/** Our template with DNS providers. On this machine there is one where a test starts it. */
const DOMAIN_CONNECT = {
  providerId: 'cps-service.test',
  serviceId: 'https',
  providerName: 'Local certificates',
  keyDomain: 'cps-service.test',
};

/**
 * The specification's windows, in a developer's patience: 24 hours become 15 minutes for DNS, 10 for the rest and 24 for visits,
 * an hour of wait states for DNS 40 seconds,
 * 300 seconds 2, and 30 where a CNAME is long in coming.
 */
export const START_TIMINGS: Timings = {
  dnsCheckIntervalSeconds: 2,
  // Each check is a Node process's work: hundreds of domains that nobody has set up would keep a machine from all else.
  dnsCheckLongestSeconds: 30,
  dnsWindowSeconds: 900,
  dnsWaitStateSeconds: 40,
  issuanceWindowSeconds: 600,
  installWindowSeconds: 600,
  orderPollSeconds: 1,
  caRetrySeconds: 3,
  validationRetrySeconds: 5,
  preflightRetrySeconds: 2,
  installPollSeconds: 1,
  renewalLookSeconds: 1,
  retirePauseSeconds: 1,
  watchDaySeconds: 1_440,
  longestSilenceSeconds: 60,
};

/**
 * The specification's eight attempts in three minutes instead of a day and more, and its five days of failures in ten minutes.
 */
export const START_WEBHOOKS: Settings['webhooks'] = {
  concurrency: 3,
  slowConcurrency: 3,
  attemptDelaysSeconds: [1, 5, 10, 20, 40, 60, 60],
  attemptTimeoutSeconds: 30,
  longestQueueDelaySeconds: 900,
  firstProbeSeconds: 10,
  disableAfterSeconds: 600,
};

/**
 * A receiver that hangs is given up sooner, and a pause of more than 3 s is a due row, as one of more than 15 minutes is on AWS.
 */
export const TEST_WEBHOOKS: Settings['webhooks'] = {
  concurrency: 3,
  slowConcurrency: 3,
  attemptDelaysSeconds: [1, 2, 4],
  attemptTimeoutSeconds: 3,
  longestQueueDelaySeconds: 3,
  firstProbeSeconds: 2,
  disableAfterSeconds: 5,
};

/**
 * Shorter where a test waits for a CA's outage to be noticed, for a window to close or for the sweep to find what was forgotten.
 * A day of visits is a whole one: what a visit sees is no matter of most tests, and one that wants it sets the cursor back.
 */
export const TEST_TIMINGS: Timings = {
  ...START_TIMINGS,
  caRetrySeconds: 1,
  dnsWindowSeconds: 75,
  dnsWaitStateSeconds: 30,
  longestSilenceSeconds: 20,
  watchDaySeconds: 86_400,
};

/** What happens within it is one mail. */
const MAIL_GATHER_SECONDS = 5;

/** As many as the CA on one's own machine makes. */
export const ORDERS_PER_MINUTE = 600;
/** As certificates and `ca-status` show them. */
export const CA_NAME = 'Pebble';
export const SECOND_CA_NAME = 'Second Pebble';

/** What differs between local clouds. */
export interface LocalValues extends Pick<Settings, 'timings' | 'webhooks'> {
  /** Other CAs than Pebble, the preferred one first. */
  cas?: readonly Pick<Ca, 'caName' | 'directoryUrl' | 'trustedRootPem' | 'contactEmail'>[];
  /** There is a second CA, which the stage names after the first: in the cloud of the tests. */
  hasSecondCa?: boolean;
  validationRecord?: Settings['validationRecord'];
}

export function localSettings(
  ports: Ports,
  { timings, webhooks, hasSecondCa, cas, validationRecord }: LocalValues,
  trustedRootPem: string,
): Settings {
  const ordersPerMinute = ORDERS_PER_MINUTE;
  const pebble = {
    directoryUrl: acmeDirectoryUrl(ports),
    caName: CA_NAME,
    profile: PEBBLE_PROFILES.usual,
    trustedRootPem,
    ordersPerMinute,
  };
  const second = { ...pebble, directoryUrl: acmeDirectoryUrl(ports, 'second-pebble'), caName: SECOND_CA_NAME };
  const pebbles = hasSecondCa ? [pebble, second] : [pebble];
  const [acme = pebble, ...acmeFallbacks] = cas?.map((ca) => ({ ...ca, ordersPerMinute })) ?? pebbles;
  return {
    baseTarget: BASE_TARGET,
    ...(validationRecord && { validationRecord }),
    siteUrl: `http://localhost:${ports.site}`,
    ownNames: [BASE_TARGET],
    allowedSpecialSuffixes: ['test', 'example'],
    serverIds: 'open',
    webhookHttp: 'allowed',
    webhooks,
    nameServers: recursiveServers(ports),
    rootServers: ROOT_SERVERS,
    nameServerEndpoints: nameServerEndpoints(ports),
    dnsChecks: { processesPerOrganization: DNS_PROCESSES_PER_ORGANIZATION },
    rateLimits: STANDARD_RATES,
    edgeHttpPort: ports.edgeHttp,
    edgeHttpsPort: ports.edgeHttps,
    allowLoopback: true,
    acme,
    ...(acmeFallbacks.length > 0 && { acmeFallbacks }),
    agent: {
      busyPollSeconds: 1,
      idlePollSeconds: 1,
      silentAfterSeconds: SILENT_AFTER_SECONDS,
      retireAfterDays: RETIRE_AFTER_DAYS,
    },
    scan: { everyMinutes: 1 },
    timings,
    mail: { from: MAIL_FROM, gatherSeconds: MAIL_GATHER_SECONDS },
    // Only the tests start a DNS provider, in the cloud that has two CAs: its certificate is of the same root as theirs.
    domainConnect: { ...DOMAIN_CONNECT, ...(hasSecondCa && { trustedRootPem }) },
  };
}

/** The stage that is deployed into the local cloud: the same app as on AWS, with these values. */
export function localStage(settings: Settings, issuer: string): Stage {
  return {
    name: LOCAL_STAGE,
    account: EMULATOR_ACCOUNT,
    region: REGION,
    settings,
    sweepIntervalMinutes: 1,
    logRetentionDays: 7,
    stepConcurrency: STEP_CONCURRENCY,
    deliveryVisibilitySeconds: DELIVERY_VISIBILITY_SECONDS,
    signIn: { issuer, clientId: LOCAL_CLIENT_ID },
  };
}

/** A restore of the table that somebody has practised stays. */
export function withRestore(stage: Stage, former: Stage | undefined): Stage {
  const { restoredTable, settings: { restoreEpoch } = {} } = former ?? {};
  if (restoreEpoch === undefined) return stage;
  return { ...stage, ...(restoredTable && { restoredTable }), settings: { ...stage.settings, restoreEpoch } };
}

/** Labels of servers without an address of their own lead to this machine, and hostnames may be validated by DNS. */
export function withZone(stage: Stage, hostedZoneId: string): Stage {
  const settings = { ...stage.settings, validationZone: VALIDATION_ZONE, wildcards: true };
  return { ...stage, settings, baseTargetZone: { hostedZoneId, addresses: ['127.0.0.1'] } };
}
