import type middy from '@middy/core';
import type { LogAbout } from '../runtime/log.gateway.ts';

/**
 * Every line of an invocation names it, as AWS does and by what it is about: `factsOf` its event. Goes first in a pipeline, and
 * waits for nothing: what is added after an `await` is unknown to whoever began before it.
 */
export function logContext<TEvent = unknown>(
  logAbout: LogAbout,
  factsOf: (event: TEvent) => Record<string, unknown> = () => ({}),
): middy.MiddlewareObj<TEvent> {
  return {
    before: ({ event, context: { awsRequestId } }) => logAbout({ awsRequestId, ...factsOf(event) }),
  };
}
