import { eventLogStore } from '../model/events/event-log.store.ts';
import { deliveryStore } from '../model/webhooks/delivery.store.ts';
import { webhookFlowStore } from '../model/webhooks/webhook-slots.store.ts';
import { openLanes } from '../shared/aws/queue.gateway.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime, required } from '../shared/runtime/runtime.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { moveShard } from './move-due-deliveries.ts';

/** The Lambda has 60 s; 15 are left for the page that is under way then. */
const LONGEST_MOVE_SECONDS = 45;

const { settings, table, clock, log } = buildRuntime(process.env);
const ports = {
  deliveries: deliveryStore(table),
  flow: webhookFlowStore(table),
  events: eventLogStore(table),
  queue: openLanes({
    fast: required(process.env, 'deliveryQueueUrl'),
    slow: required(process.env, 'slowDeliveryQueueUrl'),
  }),
  clock,
  newId: prefixedId,
  log,
  settings: settings.webhooks,
};

/** Every minute: attempts that are due, and what is parked for webhooks that take deliveries again, go to the queue. */
export const handler = async (): Promise<void> => {
  const endsAt = new Date(addSeconds(clock(), LONGEST_MOVE_SECONDS));
  const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => moveShard(shard, ports, endsAt)));
  const moved = shards.flatMap((shard) => (shard.status === 'fulfilled' ? [shard.value] : []));
  const failures = shards.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value.failures : [shard.reason]));
  const sum = (count: (of: (typeof moved)[number]) => number) => moved.reduce((total, of) => total + count(of), 0);
  const facts = { queued: sum(({ queued }) => queued), givenUp: sum(({ givenUp }) => givenUp), failures: failures.length };
  log('info', 'due deliveries', facts);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due deliveries or shards could not be moved`);
};
