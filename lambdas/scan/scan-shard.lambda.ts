import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { domainStore } from '../model/domains/domain.store.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { deadline, killedWhenLate } from '../shared/middleware/deadline.ts';
import { logContext } from '../shared/middleware/log-context.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { mostRenewals } from './renewal-pace.ts';
import { ScanMessage } from './scan-message.schema.ts';
import { scanShard } from './scan-shard.ts';

/** The Lambda has 60 s; 15 are left for the page that is under way then. */
const LONGEST_SCAN_SECONDS = 45;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const ports = { domains: domainStore(table, { newId: prefixedId }), clock, log, timings: settings.timings };

/** One shard of a run. What could not be scanned is due still for the next run; that it failed is told by an alarm. */
export const handler = middy<SQSEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, LONGEST_SCAN_SECONDS))
  .handler(async ({ Records }, { endsAt }) => {
    for (const { body } of Records) {
      const { shard } = ScanMessage.parse(JSON.parse(body));
      const most = mostRenewals(shard, clock(), settings);
      const { done, postponed, failures } = await scanShard(shard, most, ports, endsAt);
      log('info', 'scan', { shard, ...done, postponed, failures: failures.length });
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} domains of shard ${shard} could not be scanned`);
    }
  });
