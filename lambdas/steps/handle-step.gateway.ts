import middy from '@middy/core';
import { executionName, StepInput, type StepOutcome } from '../../contract/stack/execution.schema.ts';
import { awsBusyByName, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';

/** A step's handler, with its execution in each log line. */
export function handleStep(turn: (event: unknown) => Promise<StepOutcome>) {
  return middy<unknown, StepOutcome>(killedWhenLate).use(logContext(logAbout, factsOf)).use(awsBusyByName()).handler(turn);
}

/** The step itself refuses foreign input. */
function factsOf(event: unknown): Record<string, unknown> {
  const { data } = StepInput.safeParse(event);
  if (!data) return {};
  const { domainId, attempt } = data;
  return { execution: executionName(data), domainId, attempt };
}
