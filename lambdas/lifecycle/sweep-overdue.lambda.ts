import middy from '@middy/core';
import type { ScheduledEvent } from 'aws-lambda';
import { domainStore } from '../model/domains/domain.store.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { deadline, killedWhenLate } from '../shared/middleware/deadline.ts';
import { logContext } from '../shared/middleware/log-context.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import { sweepShard } from './sweep.ts';

/** Leaves the rest of a long queue to the next sweep: the Lambda has five minutes, for all shards side by side. */
const LONGEST_SWEEP_SECONDS = 40;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const ports = { domains: domainStore(table, { newId: prefixedId }), clock, log, timings: settings.timings };

/** Every few minutes: whatever has been silent too long is started again. What is broken does not stop the rest, and is told. */
export const handler = middy<ScheduledEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, LONGEST_SWEEP_SECONDS))
  .handler(async (_event, { endsAt }) => {
    const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, ports, endsAt)));
    const failures = shards.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value.failures : [shard.reason]));
    const restarted = shards.reduce((sum, shard) => sum + (shard.status === 'fulfilled' ? shard.value.restarted : 0), 0);
    log('info', 'sweep', { restarted, failures: failures.length });
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} domains or shards could not be swept`);
  });
