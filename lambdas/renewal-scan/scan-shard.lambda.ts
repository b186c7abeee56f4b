import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { deadline, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { withNetwork } from '../wiring/net-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { openScan } from '../wiring/scan.wiring.ts';
import { openTableEdges } from '../wiring/table-edges.wiring.ts';
import { shardScanner } from './scan.ts';
import { ScanMessage } from './scan-message.schema.ts';
import { expiryDistribution, scanMetrics } from './scan-metrics.ts';

/** The Lambda has 300 s, the interval of runs. The last 60 s are for the page in progress: its visits take 25 s at most. */
const MAX_RUN_SECONDS = 240;

const { edges, freshSecret } = await openTableEdges(process.env);
const { clock, log } = edges;
const expiry = expiryDistribution(clock);
const scan = shardScanner(openScan(openRows(withNetwork(edges))), [expiry.visit]);

/** Scans one shard, or a part of one. What fails stays due for the next run, and an alarm reports it. */
export const handler = middy<SQSEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(freshSecret)
  .use(deadline(clock, MAX_RUN_SECONDS))
  .handler(async ({ Records }, { endsAt }) => {
    for (const { body } of Records) {
      const message = ScanMessage.parse(JSON.parse(body));
      const { shard, part } = message;
      const startedAt = clock();
      const { scanned, visited } = await scan(message, endsAt);
      const failures = [...scanned.failures, ...visited.failures];
      const { done, postponed } = scanned;
      const { check, ask } = visited;
      const measured = { ...scanMetrics(scanned, startedAt), VisitLagSeconds: visited.lagSeconds };
      log('info', 'scan', {
        shard,
        ...(part && { part: part.index }),
        ...done,
        postponed,
        check,
        ask,
        failures: failures.length,
        measured,
      });
      for (const measured of expiry.take()) log('info', 'days to expiry', { shard, measured });
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} domains of shard ${shard} could not be scanned`);
    }
  });
