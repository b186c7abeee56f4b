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

/** Each busy Lambda is a Node process of up to 65 MB: three per lifecycle step stay far below 4 GiB. */
export const STEP_CONCURRENCY = 3;
/** Fewer than the total, so that one organization with silent name servers does not delay the others. */
const DNS_PROCESSES_PER_ORGANIZATION = 2;
/** Slightly longer than the sender's time: the delivery of a killed sender returns while a test still waits. */
const DELIVERY_VISIBILITY_SECONDS = SENDER_SECONDS + 5;
/** Only a stage of this name may have a developer's exceptions (lib/add-stacks.ts). */
export const LOCAL_STAGE = 'local';
export const BASE_TARGET = 'cname.cps.test';
const VALIDATION_ZONE = `validation.${BASE_TARGET}`;
/** Our Domain Connect template. A test starts a DNS provider on this machine. */
const DOMAIN_CONNECT = {
  providerId: 'cps-service.test',
  serviceId: 'https',
  providerName: 'Local certificates',
  keyDomain: 'cps-service.test',
};

/**
 * The specification's windows, shortened for developers: 24 hours become 15 minutes for DNS, 10 for the rest and 24 for visits;
 * the hour of DNS wait states becomes 40 seconds; 300 seconds become 2, and 30 while a CNAME is missing.
 */
export const START_TIMINGS: Timings = {
  dnsCheckIntervalSeconds: 2,
  // Each check uses a Node process. Hundreds of domains without DNS would occupy the machine.
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
 * Gives up sooner on a receiver that hangs. A pause of more than 3 s becomes a due row, as one of more than 15 minutes does on
 * AWS.
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
 * Shorter still where a test waits for a CA outage to be noticed, a window to close, or the sweep to find overdue work. A day of
 * visits remains a whole day: most tests do not depend on visits, and one that does moves the cursor back.
 */
export const TEST_TIMINGS: Timings = {
  ...START_TIMINGS,
  caRetrySeconds: 1,
  dnsWindowSeconds: 75,
  dnsWaitStateSeconds: 30,
  longestSilenceSeconds: 20,
  watchDaySeconds: 86_400,
};

/** Events within it share one mail. */
const MAIL_GATHER_SECONDS = 5;

/** The capacity of the local CA. */
export const ORDERS_PER_MINUTE = 600;
/** Shown in certificates and in `ca-status`. */
export const CA_NAME = 'Pebble';
export const SECOND_CA_NAME = 'Second Pebble';

/** Settings that differ between local clouds. */
export interface LocalValues extends Pick<Settings, 'timings' | 'webhooks'> {
  /** CAs instead of Pebble, the preferred one first. */
  cas?: readonly Pick<Ca, 'caName' | 'directoryUrl' | 'trustedRootPem' | 'contactEmail'>[];
  /** A second CA, named after the first one in the stage: in the test cloud. */
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
    // Only the tests start a DNS provider, in the cloud with two CAs. Its certificate has the same root as theirs.
    domainConnect: { ...DOMAIN_CONNECT, ...(hasSecondCa && { trustedRootPem }) },
  };
}

/** The stage of the local cloud: the same app as on AWS, with these values. */
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

/** Preserves the table restore that a developer has practised. */
export function withRestore(stage: Stage, former: Stage | undefined): Stage {
  const { restoredTable, settings: { restoreEpoch } = {} } = former ?? {};
  if (restoreEpoch === undefined) return stage;
  return { ...stage, ...(restoredTable && { restoredTable }), settings: { ...stage.settings, restoreEpoch } };
}

/** Labels of servers without an address lead to this machine, and hostnames can be validated by DNS. */
export function withZone(stage: Stage, hostedZoneId: string): Stage {
  const settings = { ...stage.settings, validationZone: VALIDATION_ZONE, wildcards: true };
  return { ...stage, settings, baseTargetZone: { hostedZoneId, addresses: ['127.0.0.1'] } };
}
