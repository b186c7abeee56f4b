import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { openDeliveries } from '../wiring/deliveries.wiring.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { withNetwork } from '../wiring/net-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { deliver } from './deliver.ts';
import { withProcessMemory } from './process-memory.ts';

const ports = withProcessMemory(openDeliveries(openRows(withNetwork(edgesWithoutSecret(process.env)))));

/** Makes due attempts. It reports the failed messages, so that the rest of the batch is not sent twice. */
export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(({ Records }) => {
    const messages = Records.map(({ messageId, body }) => ({ id: messageId, body }));
    return deliver(messages, ports);
  });
