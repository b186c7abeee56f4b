import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { type Ca, casOf } from '../../contract/stack/settings.schema.ts';
import { readsAccountUrl } from '../acme/account.store.ts';
import { acmeDirectory, httpsExchange } from '../acme/exchange.gateway.ts';
import { askItsCa, askRenewalInformation } from '../acme/renewal-information.gateway.ts';
import { looksAtDomains } from '../checks/look-at-domain.ts';
import { dnsReaders } from '../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../dns/wire/resolver.gateway.ts';
import { claimStore } from '../model/domains/claim.store.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import { watchStore } from '../model/domains/watch.store.ts';
import { serverStore } from '../model/servers/server.store.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { deadline, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { guardedNet } from '../shared/net/guarded.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { jitter } from '../shared/time/clock.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { askAboutRenewal, LONGEST_RETRY_DAYS } from './ask-about-renewal.ts';
import { dailyCheck } from './look-at-suspected.ts';
import { mostRenewals } from './renewal-pace.ts';
import { ScanMessage } from './scan-message.schema.ts';
import { expiryDistribution, scanMetrics } from './scan-metrics.ts';
import { scanShard } from './scan-shard.ts';
import { visitDomain } from './visit-domain.ts';
import { visitShard } from './visit-shard.ts';
import { watchCursorStore } from './watch-cursor.store.ts';

/** For the CAA records of a name, and the addresses of a server: all that a check asks at once beside the CNAME. */
const DNS_LIMITS = { tryMs: 1_000, totalMs: 1_500 };

/**
 * The Lambda has 120 s. What is due comes first and leaves half of the time to the visits; 40 s are for the page that is under
 * way at the end: its visits take 25 s at most.
 */
const LONGEST_SCAN_SECONDS = 40;
const LONGEST_RUN_SECONDS = 80;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const { timings } = settings;
const domains = domainStore(table, { newId: prefixedId });
const [preferred, ...fallbacks] = casOf(settings);
const openCa = (ca: Ca) => {
  const exchange = httpsExchange(ca);
  const { caName, directoryUrl } = ca;
  const accountUrl = readsAccountUrl(table, directoryUrl);
  return { caName, exchange, directory: acmeDirectory({ directoryUrl, exchange, clock }), accountUrl };
};
const first = openCa(preferred);
const otherCas = fallbacks.map(openCa);
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), { clock, log });
const resolve = dnsResolver({ nameServers: settings.nameServers, ...DNS_LIMITS });
const lookAt = looksAtDomains({
  openDnsReader: dnsReaders(settings),
  resolve,
  net: guardedNet({ resolve, allowLoopback: settings.allowLoopback }),
  servers: serverStore(table),
  serviceSecret,
  settings,
  directory: first.directory,
  accountUrl: first.accountUrl,
  otherCas,
});
const common = { domains, claims: claimStore(table), clock, log, timings, lookAt };
const watches = watchStore(table);
const { watchDaySeconds } = timings;
const longestRetrySeconds = LONGEST_RETRY_DAYS * watchDaySeconds;
const askCa = askItsCa(
  [first, ...otherCas].map(({ caName, directory, exchange }) => ({
    caName,
    ask: askRenewalInformation({ directory, exchange, clock, longestRetrySeconds }),
  })),
);
const ask = askAboutRenewal({ ask: askCa, clock, jitter, watchDaySeconds });
const expiry = expiryDistribution(clock);
const visit = visitDomain({ ...common, watches, ask, visits: [expiry.visit, dailyCheck(common)] });
const visiting = { watches, cursors: watchCursorStore(table), visit, clock, log, timings };

/** One shard of a run. What could not be scanned is due still for the next run; that it failed is told by an alarm. */
export const handler = middy<SQSEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(freshSecret)
  .use(deadline(clock, LONGEST_RUN_SECONDS))
  .handler(async ({ Records }, { endsAt }) => {
    for (const { body } of Records) {
      const { shard } = ScanMessage.parse(JSON.parse(body));
      const startedAt = clock();
      const most = mostRenewals(shard, startedAt, settings);
      const scanned = await scanShard(shard, most, common, new Date(addSeconds(startedAt, LONGEST_SCAN_SECONDS)));
      const visited = await visitShard(shard, visiting, endsAt);
      const failures = [...scanned.failures, ...visited.failures];
      const { done, postponed } = scanned;
      const { check, ask } = visited;
      const measured = { ...scanMetrics(scanned, startedAt), VisitLagSeconds: visited.lagSeconds };
      log('info', 'scan', { shard, ...done, postponed, check, ask, failures: failures.length, measured });
      for (const measured of expiry.take()) log('info', 'days to expiry', { shard, measured });
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} domains of shard ${shard} could not be scanned`);
    }
  });
