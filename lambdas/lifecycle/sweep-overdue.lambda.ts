import { domainStore } from '../model/domains/domain.store.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import { sweepShard } from './sweep.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const ports = { domains: domainStore(table, { newId: prefixedId }), clock, log, timings: settings.timings };

/** Every few minutes: whatever has been silent too long is started again. What is broken does not stop the rest, and is told. */
export const handler = async (): Promise<void> => {
  const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, ports)));
  const failures = shards.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value.failures : [shard.reason]));
  const restarted = shards.reduce((sum, shard) => sum + (shard.status === 'fulfilled' ? shard.value.restarted : 0), 0);
  log('info', 'sweep', { restarted, failures: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} domains or shards could not be swept`);
};
