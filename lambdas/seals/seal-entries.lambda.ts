import middy from '@middy/core';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { sealStore } from '../shared/audit/seal.store.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { itemOf } from '../shared/table/table.store.ts';
import { briefPause } from '../shared/time/clock.gateway.ts';
import { sealEntries } from './seal-entries.ts';

const { table, clock, log, logAbout } = buildRuntime(process.env);
const ports = { seals: sealStore(table), pause: briefPause, log };

/** The second reader of the stream: what it cannot do holds up no event. */
export const handler = middy<DynamoDBStreamEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    const done = await sealEntries(Records.map(itemOf), clock(), ports);
    return Records.flatMap(({ dynamodb }, index) => (done[index] ? [] : [dynamodb?.SequenceNumber ?? '']));
  });
