import { SFNClient } from '@aws-sdk/client-sfn';
import middy from '@middy/core';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { itemOf } from '../shared/table/stream-item.store.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { lazily } from '../wiring/lazily.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { openWakes } from '../wiring/wakes.wiring.ts';
import { executionStarter } from './executions.gateway.ts';
import { relayRecords } from './relay.ts';

const edges = edgesWithoutSecret(process.env);
const machines = {
  standard: requireVariable(process.env, 'stateMachineArn'),
  express: requireVariable(process.env, 'expressMachineArn'),
};
const startExecution = executionStarter(new SFNClient(SDK_LIMITS), machines, edges.newToken);
const ports = openWakes(openRows(lazily({ startExecution: () => startExecution }, edges)));

/** The only reader of the stream. It reports the failed records, so that those before them are not delivered again. */
export const handler = middy<DynamoDBStreamEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    const done = await relayRecords(Records.map(itemOf), ports.clock(), ports);
    return Records.flatMap(({ dynamodb }, index) => (done[index] ? [] : [dynamodb?.SequenceNumber ?? '']));
  });
