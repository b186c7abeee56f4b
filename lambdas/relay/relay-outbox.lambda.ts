import { SFNClient } from '@aws-sdk/client-sfn';
import middy from '@middy/core';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { ENVIRONMENT, requireVariable } from '../../contract/stack/environment.ts';
import { eventAppendStore } from '../model/events/event-append.store.ts';
import { openAwsWakes, openLanes, openQueue, openRehearsals, openZoneWakes } from '../shared/aws/queue.gateway.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { callToken } from '../shared/ids/ids.gateway.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { itemOf } from '../shared/table/table.store.ts';
import { briefPause } from '../shared/time/clock.gateway.ts';
import { startsExecutions } from './executions.gateway.ts';
import { relay } from './relay.ts';

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const zoneQueueUrl = process.env[ENVIRONMENT.zoneQueueUrl];
const ports = {
  startExecution: startsExecutions(
    new SFNClient(SDK_LIMITS),
    {
      standard: requireVariable(process.env, 'stateMachineArn'),
      express: requireVariable(process.env, 'expressMachineArn'),
    },
    callToken,
  ),
  rehearse: openRehearsals(openQueue(requireVariable(process.env, 'rehearsalQueueUrl'))),
  ...(zoneQueueUrl && { wakeZone: openZoneWakes(zoneQueueUrl) }),
  wakeAws: openAwsWakes(requireVariable(process.env, 'awsQueueUrl')),
  settings,
  events: { log: eventAppendStore(table, settings), pause: briefPause },
  deliveries: openLanes({
    fast: requireVariable(process.env, 'deliveryQueueUrl'),
    slow: requireVariable(process.env, 'slowDeliveryQueueUrl'),
  }),
  log,
};

/** The one reader of the stream. Records that failed are named, so that those before them are not delivered again. */
export const handler = middy<DynamoDBStreamEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    const done = await relay(Records.map(itemOf), clock(), ports);
    return Records.flatMap(({ dynamodb }, index) => (done[index] ? [] : [dynamodb?.SequenceNumber ?? '']));
  });
