import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { LogAbout } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { addSeconds } from '../time/instant.ts';

/** What a handler may know of its own time. */
export interface Deadline {
  /** No further piece of work begins at this instant or later. */
  endsAt: Date;
}

/** Tells the handler when to stop: `seconds` from now. The rest of its Lambda's time-out is for what is under way then. */
export function deadline(clock: Clock, seconds: number): middy.MiddlewareObj<unknown, unknown, Error, Context & Deadline> {
  return {
    before: (request) => {
      request.context = { ...request.context, endsAt: new Date(addSeconds(clock(), seconds)) };
    },
  };
}

/**
 * For middy, wherever nobody waits for an early answer. A Lambda that is out of time is killed with whatever it had begun; one
 * that answers just before is frozen, and goes on with it in a later invocation.
 */
export const killedWhenLate = { timeoutEarlyInMillis: 0 };

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

/** What Lambda reads of a batch's answer (ReportBatchItemFailures), for queues and streams alike. */
export interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[];
}

/** The handler of a batch answers the identifiers of what is to come again; `partialBatchFailures` tells Lambda. */
export type BatchResult = string[] | BatchResponse;

/**
 * Only what failed comes again: message ids of a queue, sequence numbers of a stream. A handler that throws has the whole batch
 * delivered again, and so has an identifier that Lambda does not know.
 */
export function partialBatchFailures(): middy.MiddlewareObj<unknown, BatchResult> {
  return {
    after: (request) => {
      if (!Array.isArray(request.response)) return;
      request.response = { batchItemFailures: request.response.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  };
}
