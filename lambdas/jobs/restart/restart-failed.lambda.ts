import middy from '@middy/core';
import { FailedExecution } from '../../../contract/stack/execution.schema.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { restartFailed } from './restart-failed.ts';

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const { timings, restoreEpoch = 0 } = settings;
const ports = { domains: domainStore(table, { newId: prefixedId }), clock, log, timings, restoreEpoch };

const factsOf = (event: unknown) => ({ execution: FailedExecution.safeParse(event).data?.detail.name });

/** Wakened by EventBridge when an execution ends without an outcome. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout, factsOf))
  .handler((event) => restartFailed(event, ports));
