import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import {
  type BatchResult,
  deadline,
  killedWhenLate,
  logContext,
  partialBatchFailures,
} from '../../shared/middleware/middleware.ts';
import { jsonLogOf, logAbout } from '../../shared/runtime/log.gateway.ts';
import type { TestModeEdges } from '../../wiring/edges.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { lazily } from '../../wiring/lazily.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { openTestMode } from '../../wiring/test-mode.wiring.ts';
import { newKeyAndCsr } from '../issuance/csr.gateway.ts';
import { MAX_RUN_SECONDS, testDomainRunner } from './rehearse.ts';
import { openTestCa } from './test-ca.gateway.ts';

const issue = await openTestCa();
const edges: TestModeEdges = lazily(
  {
    // Logs without metrics, so that test mode raises no alarms.
    log: () => jsonLogOf(),
    newKeyAndCsr: () => newKeyAndCsr,
    issue: () => issue,
  },
  edgesWithoutSecret(process.env),
);
const { clock } = edges;
const rehearse = testDomainRunner(openTestMode(openSteps(openRows(edges))));

export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .use(deadline(clock, MAX_RUN_SECONDS))
  .handler(({ Records }, { endsAt }) =>
    rehearse(
      Records.map(({ messageId: id, body }) => ({ id, body })),
      endsAt,
    ),
  );
