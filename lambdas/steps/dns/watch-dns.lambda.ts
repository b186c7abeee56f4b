import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../../shared/middleware/middleware.ts';
import { dnsStores } from './dns-step.store.ts';
import { openDnsStep } from './open-dns-step.gateway.ts';
import { watchDns } from './watch-dns.ts';

const { step, watchPorts, logAbout, freshSecret } = await openDnsStep(process.env, 'queue', dnsStores);
const watch = watchDns(step, watchPorts);

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
