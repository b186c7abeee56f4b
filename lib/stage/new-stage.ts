import { STANDARD_RATES } from '../../contract/api/limits.ts';
import { ROOT_SERVERS } from '../../contract/stack/settings.schema.ts';
import type { Stage } from './stage.schema.ts';

/** Let's Encrypt. Its staging environment issues certificates that no browser trusts, with limits that tests do not reach. */
export const DIRECTORIES = {
  staging: { directoryUrl: 'https://acme-staging-v02.api.letsencrypt.org/directory', caName: "Let's Encrypt (staging)" },
  production: { directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', caName: "Let's Encrypt" },
} as const;

/** Values without a sensible default. */
export interface NewStage {
  name: string;
  baseTarget: string;
  contactEmail: string;
  ca: keyof typeof DIRECTORIES;
  account?: string;
  region?: string;
  alarmEmail?: string;
  alarmTopicArn?: string;
  publicDomain?: { name: string; hostedZoneId: string };
  fixedEgress?: { availabilityZones: string[] };
}

/**
 * 450 with the six API functions, of an account's usual 1,000: more than half remains for the others. At 0.1 s a request, each
 * API function answers 500 a second.
 */
export const USUAL_RESERVATION = { api: 50, agents: 50, challenges: 50, portal: 50 } as const;

const CHECK_EVERY_SECONDS = 300;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/**
 * A stage with production values: the specification's windows, intervals and freedoms (any server id, receivers without TLS), and
 * the orders that Let's Encrypt takes from an account (300 in three hours, https://letsencrypt.org/docs/rate-limits/).
 */
export function newStage({ name, baseTarget, contactEmail, ca, publicDomain, ...deployed }: NewStage): Stage {
  return {
    name,
    ...deployed,
    ...(publicDomain && { publicDomain }),
    settings: {
      baseTarget,
      ...(publicDomain && { siteUrl: `https://${publicDomain.name}` }),
      ownNames: [baseTarget, ...(publicDomain ? [publicDomain.name] : [])],
      allowedSpecialSuffixes: [],
      serverIds: 'open',
      webhookHttp: 'allowed',
      webhooks: {
        concurrency: 10,
        slowConcurrency: 5,
        attemptDelaysSeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
        attemptTimeoutSeconds: 30,
        longestQueueDelaySeconds: 900,
        firstProbeSeconds: 60,
        disableAfterSeconds: 5 * DAY_SECONDS,
      },
      nameServers: ['1.1.1.1:53', '8.8.8.8:53'],
      rootServers: [...ROOT_SERVERS],
      dnsChecks: { processesPerOrganization: 10 },
      rateLimits: STANDARD_RATES,
      edgeHttpPort: 80,
      edgeHttpsPort: 443,
      allowLoopback: false,
      acme: { ...DIRECTORIES[ca], contactEmail, ordersPerMinute: 1 },
      agent: { busyPollSeconds: 2, idlePollSeconds: 60, silentAfterSeconds: 660, retireAfterDays: 7 },
      scan: { everyMinutes: 5 },
      timings: {
        dnsCheckIntervalSeconds: CHECK_EVERY_SECONDS,
        dnsWindowSeconds: DAY_SECONDS,
        dnsWaitStateSeconds: HOUR_SECONDS,
        issuanceWindowSeconds: DAY_SECONDS,
        installWindowSeconds: DAY_SECONDS,
        orderPollSeconds: 5,
        caRetrySeconds: 300,
        validationRetrySeconds: 900,
        preflightRetrySeconds: 60,
        installPollSeconds: 15,
        renewalLookSeconds: 90,
        retirePauseSeconds: 3_600,
        watchDaySeconds: DAY_SECONDS,
        longestSilenceSeconds: 1_800,
      },
    },
    sweepIntervalMinutes: 5,
    logRetentionDays: 30,
    reservedConcurrency: { ...USUAL_RESERVATION },
  };
}
