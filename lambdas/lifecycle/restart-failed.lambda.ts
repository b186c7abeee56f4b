import middy from '@middy/core';
import { domainStore } from '../model/domains/domain.store.ts';
import { domainAndAttempt, FailedExecution } from '../shared/contract/execution.schema.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { killedWhenLate } from '../shared/middleware/deadline.ts';
import { logContext } from '../shared/middleware/log-context.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { afterFailure, restart } from './restart.ts';

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const domains = domainStore(table, { newId: prefixedId });
const ports = { domains, clock, log, timings: settings.timings };

const factsOf = (event: unknown) => ({ execution: FailedExecution.safeParse(event).data?.detail.name });

/** An execution failed, timed out or was aborted: its domain goes on in another one, unless it already does. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout, factsOf))
  .handler(async (event) => {
    const { name, status } = FailedExecution.parse(event).detail;
    const { domainId, attempt } = domainAndAttempt(name);
    const domain = await domains.get(domainId);
    const next = afterFailure(domain, attempt, clock(), settings.timings);
    log('warn', 'an execution ended early', { domainId, attempt, status, next: next.kind });
    if (!domain || next.kind === 'nothing') return;
    if (next.kind === 'restart') await restart(domain, ports);
    else await domains.extend(domain, next.stepDueAt);
  });
