import middy from '@middy/core';
import { executionName, StepInput, type StepOutcome } from '../../contract/stack/execution.schema.ts';
import { spendWrites } from '../lifecycle/ca-budget/open-slots.store.ts';
import { runStep, type Step } from '../lifecycle/run-step.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import type { Phase } from '../model/domains/domain-row.schema.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { awsBusyByName, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { pauseAfterLostRace } from '../shared/time/clock.gateway.ts';

/** What every step of an execution opens at its cold start, and the handler that takes its turn. */
export function openStep(environment: NodeJS.ProcessEnv) {
  const runtime = buildRuntime(environment);
  const { settings, table, clock, log, logAbout } = runtime;
  const { restoreEpoch = 0 } = settings;
  const domains = domainStore(table, { newId: prefixedId });
  const handle = (turn: (event: unknown) => Promise<StepOutcome>) =>
    middy<unknown, StepOutcome>(killedWhenLate).use(logContext(logAbout, factsOf)).use(awsBusyByName()).handler(turn);
  const stepPorts = { domains, clock, log, restoreEpoch, spendWrites: spendWrites(table), pause: pauseAfterLostRace };
  return {
    ...runtime,
    stepPorts,
    domains,
    restoreEpoch,
    /** For a turn that is no `Step`: the one after which there is no row any more. */
    handle,
    run: <P extends Phase, Observed>(step: Step<P, Observed>) => handle(runStep(step, stepPorts)),
  };
}

/** An input that is not ours is refused by the step itself. */
function factsOf(event: unknown): Record<string, unknown> {
  const { data } = StepInput.safeParse(event);
  if (!data) return {};
  const { domainId, attempt } = data;
  return { execution: executionName(data), domainId, attempt };
}
