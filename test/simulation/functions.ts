import { recordReport } from '../../lambdas/agent-api/agent-routes.ts';
import { listChanges } from '../../lambdas/agent-api/list-changes.ts';
import { reconcileDue } from '../../lambdas/jobs/reconciliation/reconcile-use.ts';
import { restartFailed } from '../../lambdas/jobs/restart/restart-failed.ts';
import { advanceDnsChecks } from '../../lambdas/jobs/sweep/advance-dns-checks.ts';
import { sweepShard } from '../../lambdas/jobs/sweep/sweep.ts';
import { sweepOutbox } from '../../lambdas/jobs/sweep/sweep-outbox.ts';
import { relayRecords } from '../../lambdas/relay/relay.ts';
import { shardScanner } from '../../lambdas/renewal-scan/scan.ts';
import { zonePublisher } from '../../lambdas/route53-publisher/publish-zone.ts';
import { addSeconds } from '../../lambdas/shared/time/instant.ts';
import { deliver, type QueuedMessage } from '../../lambdas/webhook-sender/deliver.ts';
import { moveShard } from '../../lambdas/webhook-sender/move-due-deliveries.ts';
import { withProcessMemory } from '../../lambdas/webhook-sender/process-memory.ts';
import { openAgents } from '../../lambdas/wiring/agents.wiring.ts';
import { openDeliveries } from '../../lambdas/wiring/deliveries.wiring.ts';
import { openJobs } from '../../lambdas/wiring/jobs.wiring.ts';
import { lazily } from '../../lambdas/wiring/lazily.ts';
import { openRows } from '../../lambdas/wiring/rows.wiring.ts';
import { openScan } from '../../lambdas/wiring/scan.wiring.ts';
import { openWakes } from '../../lambdas/wiring/wakes.wiring.ts';
import { openZone } from '../../lambdas/wiring/zone.wiring.ts';
import { edgesOf } from './edges.ts';
import { apiRoutes } from './functions/api-functions.ts';
import { log, MAX_RUN_SECONDS, type Outside } from './functions/outside.ts';
import { openPortalFunctions } from './functions/portal-functions.ts';
import { openStepFunctions } from './functions/step-functions.ts';

/** Longest run of the mover of due deliveries. */
const MAX_MOVE_SECONDS = 45;

const MAX_VISITS_SECONDS = 240;

/**
 * The functions of a deployment, wired as in their entry points (`*.lambda.ts`), with the memory of one process: a new process
 * calls this again.
 */
export function openFunctions(outside: Outside) {
  const { table, settings, clock, newId, pause } = outside;
  const { timings } = settings;
  const rows = openRows(edgesOf(outside));
  const [jobs, relaying, deliveries] = [openJobs(rows), openWakes(rows), withProcessMemory(openDeliveries(rows))];
  const { domains, testClock } = rows;
  const identities = { caaIdentitiesOf: () => () => async () => ['ca.test'] };
  const { restoreEpoch = 0 } = settings;
  const scan = shardScanner(openScan(rows));
  const endsAt = () => new Date(addSeconds(clock(), MAX_RUN_SECONDS));
  let routes: ReturnType<typeof apiRoutes> | undefined;
  let portal: ReturnType<typeof openPortalFunctions> | undefined;
  return {
    ...openStepFunctions(outside),
    relay: (records: Parameters<typeof relayRecords>[0]) => relayRecords(records, clock(), relaying),
    restartFailed: (event: unknown) => restartFailed(event, { domains, clock, timings, log, restoreEpoch }),
    sweep: async (shard: number) => {
      const ports = { domains, clock, log, timings, pause };
      await advanceDnsChecks(shard, { ...ports, epochs: jobs.epochs, restoreEpoch }, endsAt());
      return sweepShard(shard, ports, endsAt());
    },
    /** The administrator's redrive of the outbox. */
    redriveSince: jobs.redriveSince,
    sweepOutbox: (shard: number) => sweepOutbox(shard, { outbox: jobs.unrelayed, clock, log }, endsAt()),
    scan: async (shard: number) => {
      const { scanned, visited } = await scan({ shard }, new Date(addSeconds(clock(), MAX_VISITS_SECONDS)));
      const all = [...scanned.failures, ...visited.failures];
      if (all.length > 0) throw new AggregateError(all, `${all.length} domains could not be scanned`);
    },
    publishZone: zonePublisher(openZone(lazily(identities, rows))),
    deliver: (messages: readonly QueuedMessage[]) => deliver(messages, deliveries),
    moveDue: (shards: readonly number[]) => {
      const moveEndsAt = new Date(addSeconds(clock(), MAX_MOVE_SECONDS));
      return Promise.all(shards.map((shard) => moveShard(shard, deliveries, moveEndsAt)));
    },
    reconcile: () =>
      reconcileDue(
        {
          reconciliations: jobs.useReconciliations,
          domains: jobs.domainLists,
          uses: jobs.useCounters,
          places: jobs.domainPlaces,
          outbox: jobs.unrelayed,
          table,
          clock,
          log,
          report: async () => {},
          rehearsalWrite: (organizationId) => testClock.rehearsalWrite(organizationId, newId('evt'), clock()),
        },
        endsAt(),
      ),
    agent: { ports: openAgents(rows), listChanges, recordReport },
    /** Lazy: their schemas take a while to build, and few processes serve the API. */
    routes: () => {
      routes ??= apiRoutes(outside);
      return routes;
    },
    portal: () => {
      portal ??= openPortalFunctions(outside);
      return portal;
    },
  };
}

export type Functions = ReturnType<typeof openFunctions>;
