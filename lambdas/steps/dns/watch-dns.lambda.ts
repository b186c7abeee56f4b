import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../../shared/middleware/middleware.ts';
import { logAbout } from '../../shared/runtime/log.gateway.ts';
import { openDns } from '../../wiring/dns.wiring.ts';
import { openLambdaEdges } from '../../wiring/lambda-edges.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { checkDns } from './check-dns.ts';
import { watchDns } from './watch-dns.ts';

const { edges, freshSecret } = await openLambdaEdges(process.env);
const ports = openDns(openSteps(openRows(withNetwork(edges))));
const watch = watchDns(checkDns(ports), ports);

/** Checks domains that wait for their CNAME, a whole batch in parallel. */
export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .use(freshSecret)
  .handler(({ Records }) =>
    watch(
      Records.map(({ messageId, body, attributes }) => ({
        id: messageId,
        body,
        receives: Number(attributes.ApproximateReceiveCount),
      })),
    ),
  );
