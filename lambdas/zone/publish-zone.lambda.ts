import middy from '@middy/core';
import { ENVIRONMENT, requireVariable } from '../../contract/stack/environment.ts';
import { type Ca, casOf } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../acme/account.store.ts';
import { caaIdentitiesOf, ownCaaRecords } from '../acme/caa-identities.ts';
import { challengeTypesOf } from '../acme/challenge.ts';
import { acmeDirectory, httpsExchange } from '../acme/exchange.gateway.ts';
import { asksEveryServer } from '../dns/walk/every-server.gateway.ts';
import { labelRecordsStore } from '../model/servers/label-records.store.ts';
import { openZoneWakes } from '../shared/aws/queue.gateway.ts';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { hostedZone } from './hosted-zone.gateway.ts';
import { publishZone } from './publish-zone.ts';
import { isServedEverywhere } from './served-set.ts';

/** For all questions about one name. */
const DNS_MS = 5_000;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const askEveryServer = asksEveryServer(settings, DNS_MS);
const caaSources = {
  identitiesOf: (ca: Ca) => caaIdentitiesOf(acmeDirectory({ directoryUrl: ca.directoryUrl, exchange: httpsExchange(ca), clock })),
  accountOf: ({ directoryUrl }: Ca) => acmeAccountStore(table, directoryUrl).get(),
};
const hostedZoneId = requireVariable(process.env, 'hostedZoneId');
const ports = {
  records: labelRecordsStore(table),
  zone: hostedZone(hostedZoneId),
  about: [hostedZoneId, settings.baseTarget, settings.restoreEpoch ?? 0].join(' '),
  isServed: (set: Parameters<typeof isServedEverywhere>[0]) => isServedEverywhere(set, askEveryServer),
  ownCaa: (lastNames: Readonly<Record<string, string>>) =>
    ownCaaRecords(casOf(settings), challengeTypesOf(settings), caaSources, lastNames),
  wake: openZoneWakes(requireVariable(process.env, 'zoneQueueUrl')),
  baseTarget: settings.baseTarget,
  validationZone: settings.validationZone,
  defaultAddresses: (process.env[ENVIRONMENT.defaultAddresses] ?? '').split(',').filter(Boolean),
  awaited: { at: '' },
  clock,
  log,
};

/** By the queue, when an address has changed or a change is under way, and by schedule: how often, does not matter. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(() => publishZone(ports));
