import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { SignIn } from '../../contract/stack/sign-in.schema.ts';
import { timings } from './a-domain.ts';

export const settings: Settings = {
  baseTarget: 'cname.service.net',
  ownNames: ['service.net'],
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
    disableAfterSeconds: 432_000,
  },
  nameServers: ['192.0.2.53:53'],
  rootServers: [],
  dnsChecks: { processesPerOrganization: 10 },
  rateLimits: { requestsPerMinute: 100, requestsPerHour: 1_000 },
  edgeHttpPort: 80,
  edgeHttpsPort: 443,
  allowLoopback: false,
  acme: { directoryUrl: 'https://ca.test/dir', caName: 'Test CA', ordersPerMinute: 60 },
  agent: { busyPollSeconds: 2, idlePollSeconds: 60, silentAfterSeconds: 660, retireAfterDays: 7 },
  scan: { everyMinutes: 5 },
  timings,
};

export const signIn: SignIn = { issuer: 'https://idp.acme.test', clientId: 'cps', groupsClaim: 'groups', groupRoles: [] };
