import middy from '@middy/core';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { itemOf } from '../shared/table/stream-item.store.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { sealEntries } from './seal-entries.ts';

const ports = openRows(edgesWithoutSecret(process.env));

/** The second reader of the stream, so that its failures hold up no events. */
export const handler = middy<DynamoDBStreamEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    const done = await sealEntries(Records.map(itemOf), ports.clock(), ports);
    return Records.flatMap(({ dynamodb }, index) => (done[index] ? [] : [dynamodb?.SequenceNumber ?? '']));
  });
