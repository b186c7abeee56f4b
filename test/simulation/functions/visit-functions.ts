import { readsAccountUrl } from '../../../lambdas/acme/account.store.ts';
import { acmeDirectory } from '../../../lambdas/acme/exchange.gateway.ts';
import { askItsCa, askRenewalInformation } from '../../../lambdas/acme/renewal-information.gateway.ts';
import { looksAtDomains } from '../../../lambdas/checks/look-at-domain.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import type { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { watchStore } from '../../../lambdas/model/domains/watch.store.ts';
import type { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { askAboutRenewal, LONGEST_RETRY_DAYS } from '../../../lambdas/scan/ask-about-renewal.ts';
import { dailyCheck } from '../../../lambdas/scan/look-at-suspected.ts';
import { mostRenewals } from '../../../lambdas/scan/renewal-pace.ts';
import { scanShard } from '../../../lambdas/scan/scan-shard.ts';
import { visitDomain } from '../../../lambdas/scan/visit-domain.ts';
import { visitShard } from '../../../lambdas/scan/visit-shard.ts';
import { watchCursorStore } from '../../../lambdas/scan/watch-cursor.store.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { LONGEST_RUN_SECONDS, log, type Outside } from './outside.ts';

const LONGEST_VISITS_SECONDS = 240;

export interface VisitPorts {
  domains: ReturnType<typeof domainStore>;
  claims: ReturnType<typeof claimStore>;
  servers: ReturnType<typeof serverStore>;
}

/** The scan of a shard, and the visits of its domains. */
export function scanning(outside: Outside, { domains, claims, servers }: VisitPorts) {
  const { table, settings, serviceSecret, clock, jitter, resolve, net, caName } = outside;
  const { timings, acme } = settings;
  const { exchange } = outside.ca;
  const directory = acmeDirectory({ directoryUrl: acme.directoryUrl, exchange, clock });
  const lookAt = looksAtDomains({
    openDnsReader: () => recursiveReader(resolve),
    resolve,
    net,
    servers,
    serviceSecret,
    settings,
    directory,
    accountUrl: readsAccountUrl(table, acme.directoryUrl),
  });
  const scanPorts = { domains, claims, clock, log, timings, lookAt };
  const { watchDaySeconds } = timings;
  const longestRetrySeconds = LONGEST_RETRY_DAYS * watchDaySeconds;
  const ask = askRenewalInformation({ directory, exchange, clock, longestRetrySeconds });
  const watches = watchStore(table);
  const visit = visitDomain({
    ...scanPorts,
    watches,
    ask: askAboutRenewal({ ask: askItsCa([{ caName, ask }]), clock, jitter, watchDaySeconds }),
    visits: [dailyCheck(scanPorts)],
  });
  const visiting = { watches, cursors: watchCursorStore(table), visit, clock, log, timings };
  return async (shard: number) => {
    const scanEndsAt = new Date(addSeconds(clock(), LONGEST_RUN_SECONDS));
    const { failures } = await scanShard(shard, mostRenewals(shard, clock(), settings), scanPorts, scanEndsAt);
    const visited = await visitShard(shard, visiting, new Date(addSeconds(clock(), LONGEST_VISITS_SECONDS)));
    const all = [...failures, ...visited.failures];
    if (all.length > 0) throw new AggregateError(all, `${all.length} domains could not be scanned`);
  };
}
