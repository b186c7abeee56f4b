import type { Settings } from '../../lambdas/shared/contract/settings.schema.ts';
import { timings } from './a-domain.ts';

export const settings: Settings = {
  keyMode: 'live',
  baseTarget: 'cname.service.net',
  ownNames: ['service.net'],
  allowedSpecialSuffixes: [],
  serverIds: 'open',
  webhookHttp: 'allowed',
  nameServers: ['192.0.2.53:53'],
  edgeHttpPort: 80,
  edgeHttpsPort: 443,
  allowLoopback: false,
  acme: { directoryUrl: 'https://ca.test/dir', caName: 'Test CA', ordersPerMinute: 60 },
  agent: { busyPollSeconds: 2, idlePollSeconds: 60 },
  timings,
};
