import middy from '@middy/core';
import { FailedExecution } from '../../../contract/stack/execution.schema.ts';
import { killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { logAbout } from '../../shared/runtime/log.gateway.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { restartFailed } from './restart-failed.ts';

const { settings, clock, log, domains } = openRows(edgesWithoutSecret(process.env));
const { timings, restoreEpoch = 0 } = settings;
const ports = { domains, clock, log, timings, restoreEpoch };

const factsOf = (event: unknown) => ({ execution: FailedExecution.safeParse(event).data?.detail.name });

/** EventBridge invokes it when an execution ends without a result. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout, factsOf))
  .handler((event) => restartFailed(event, ports));
