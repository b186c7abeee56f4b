import type middy from '@middy/core';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { Context } from 'aws-lambda';
import { AWS_BUSY } from '../../../contract/stack/steps.ts';
import type { LogAbout } from '../runtime/log.gateway.ts';
import { LostRace } from '../table/lost-race.ts';
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

/** The same, so many seconds before the Lambda's time-out. */
export function deadlineBefore(clock: Clock, seconds: number): middy.MiddlewareObj<unknown, unknown, Error, Context & Deadline> {
  return {
    before: (request) => {
      const leftSeconds = request.context.getRemainingTimeInMillis() / 1000;
      request.context = { ...request.context, endsAt: new Date(addSeconds(clock(), leftSeconds - seconds)) };
    },
  };
}

/**
 * For middy, wherever nobody waits for an early answer. A Lambda that is out of time is killed with whatever it had begun; one
 * that answers just before is frozen, and goes on with it in a later invocation.
 */
export const killedWhenLate = { timeoutEarlyInMillis: 0 };

/**
 * Every line of an invocation names it, as AWS does and by what it is about: `factsOf` its event, where later lines have what is
 * added to this object meanwhile. Goes first in a pipeline, and waits for nothing: what is told after an `await` is unknown to
 * whoever began before it.
 */
export function logContext<TEvent = unknown>(
  logAbout: LogAbout,
  factsOf: (event: TEvent) => object = () => ({}),
): middy.MiddlewareObj<TEvent> {
  return {
    before: ({ event, context: { awsRequestId } }) => logAbout(Object.assign(factsOf(event), { awsRequestId })),
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

/** Why a transaction was cancelled, where it is not a condition: an item or an index took more than its share. */
const THROTTLED_ITEM = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * True if AWS refused for want of capacity, or did not answer, also after the SDK's own tries: nothing is wrong, and later it
 * works. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export function isAwsBusy(error: unknown): boolean {
  if (!isOfTheSdk(error)) return false;
  return isThrottlingError(error) || isTransientError(error) || isCancelledByThrottling(error);
}

type SdkError = Parameters<typeof isThrottlingError>[0];

function isOfTheSdk(error: unknown): error is SdkError {
  return error instanceof Error && '$metadata' in error;
}

function isCancelledByThrottling(error: object): boolean {
  const reasons = 'CancellationReasons' in error && Array.isArray(error.CancellationReasons) ? error.CancellationReasons : [];
  return reasons.some((reason) => THROTTLED_ITEM.has(String(Object(reason).Code)));
}

/**
 * Gives what Step Functions waits out patiently the one name by which its retriers know it: they see a name only. A race that was
 * lost again and again is such a thing, too: many meet at one item.
 */
export function awsBusyByName(): middy.MiddlewareObj {
  return {
    onError: (request) => {
      if (!isAwsBusy(request.error) && !(request.error instanceof LostRace)) return;
      request.error = Object.assign(new Error('AWS is busy', { cause: request.error }), { name: AWS_BUSY });
    },
  };
}
