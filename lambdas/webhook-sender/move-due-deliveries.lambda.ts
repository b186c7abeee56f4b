import middy from '@middy/core';
import type { ScheduledEvent } from 'aws-lambda';
import { deadline, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import { openDeliveries } from '../wiring/deliveries.wiring.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { moveShard } from './move-due-deliveries.ts';

/** The Lambda has 60 s; 15 are for the page in progress. */
const MAX_MOVE_SECONDS = 45;

const ports = openDeliveries(openRows(edgesWithoutSecret(process.env)));

/** Every minute: queues due attempts, and deliveries parked for webhooks that accept them again. */
export const handler = middy<ScheduledEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(ports.clock, MAX_MOVE_SECONDS))
  .handler(async (_event, { endsAt }) => {
    const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => moveShard(shard, ports, endsAt)));
    const summaries = shards.flatMap((shard) => (shard.status === 'fulfilled' ? [shard.value] : []));
    const failures = shards.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value.failures : [shard.reason]));
    const sum = (count: (of: (typeof summaries)[number]) => number) => summaries.reduce((total, of) => total + count(of), 0);
    const facts = { queued: sum(({ queued }) => queued), givenUp: sum(({ givenUp }) => givenUp), failures: failures.length };
    ports.log('info', 'due deliveries', facts);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due deliveries or shards could not be moved`);
  });
