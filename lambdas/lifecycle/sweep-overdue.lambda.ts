import { domainStore } from '../domains/domain.store.ts';
import { prefixedId } from '../shared/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import { sweepShard } from './sweep.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const ports = { domains: domainStore(table, { newId: prefixedId }), clock, log, timings: settings.timings };

/** Every few minutes: whatever has been silent too long is started again. One broken shard does not stop the others. */
export const handler = async (): Promise<void> => {
  const swept = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, ports)));
  const failures = swept.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const restartedCount = swept.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
  log('info', 'sweep', { restarted: restartedCount, failedShards: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} shards could not be swept`);
};
