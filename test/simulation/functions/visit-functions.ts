import { looksAtServer } from '../../../lambdas/checks/look-at-server.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { watchStore } from '../../../lambdas/model/domains/watch.store.ts';
import type { serverStore } from '../../../lambdas/model/servers/server.store.ts';
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
  lookAt: (domain: Domain, now: Date) => Promise<DnsObservation>;
}

/** The scan of a shard, and the daily visits of its domains. */
export function scanning(outside: Outside, { domains, claims, servers, lookAt }: VisitPorts) {
  const { table, settings, clock, net } = outside;
  const { timings } = settings;
  const lookAtServer = looksAtServer({ net, settings, servers });
  const scanPorts = {
    domains,
    claims,
    clock,
    log,
    timings,
    lookAt: async (domain: Domain, now: Date) => {
      const [dns, seen] = await Promise.all([lookAt(domain, now), lookAtServer(domain, now)]);
      return { dns, ...seen };
    },
  };
  const watches = watchStore(table);
  // What the CA says of renewals is not played.
  const ask = async (watch: Watch) => ({ watch });
  const visit = visitDomain({ ...scanPorts, watches, ask, visits: [dailyCheck(scanPorts)] });
  const visiting = { watches, cursors: watchCursorStore(table), visit, clock, log, timings };
  return async (shard: number) => {
    const scanEndsAt = new Date(addSeconds(clock(), LONGEST_RUN_SECONDS));
    const { failures } = await scanShard(shard, mostRenewals(shard, clock(), settings), scanPorts, scanEndsAt);
    const visited = await visitShard(shard, visiting, new Date(addSeconds(clock(), LONGEST_VISITS_SECONDS)));
    const all = [...failures, ...visited.failures];
    if (all.length > 0) throw new AggregateError(all, `${all.length} domains could not be scanned`);
  };
}
