import type middy from '@middy/core';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { Context } from 'aws-lambda';
import { AWS_BUSY } from '../../../contract/stack/steps.ts';
import type { LogAbout } from '../runtime/log.gateway.ts';
import { LostRace } from '../table/lost-race.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { addSeconds } from '../time/instant.ts';

export interface Deadline {
  /** No further work begins at this instant or later. */
  endsAt: Date;
}

/** Tells the handler when to stop: `seconds` from now. The rest of its Lambda's time-out is for work in progress. */
export function deadline(clock: Clock, seconds: number): middy.MiddlewareObj<unknown, unknown, Error, Context & Deadline> {
  return {
    before: (request) => {
      request.context = { ...request.context, endsAt: new Date(addSeconds(clock(), seconds)) };
    },
  };
}

/** The same, this many seconds before the Lambda's time-out. */
export function deadlineBefore(clock: Clock, seconds: number): middy.MiddlewareObj<unknown, unknown, Error, Context & Deadline> {
  return {
    before: (request) => {
      const leftSeconds = request.context.getRemainingTimeInMillis() / 1000;
      request.context = { ...request.context, endsAt: new Date(addSeconds(clock(), leftSeconds - seconds)) };
    },
  };
}

/**
 * For middy, wherever nobody waits for an early response. A Lambda that runs out of time is killed with its work; one that
 * responds just before is frozen, and continues that work in a later invocation.
 */
export const killedWhenLate = { timeoutEarlyInMillis: 0 };

/**
 * Adds AWS's request id and the facts of the event (`factsOf`) to every log line of an invocation; facts that are added to this
 * object later appear in later lines. Must be first in a pipeline, without an `await`: code that started before an `await` does
 * not see a context set after it.
 */
export function logContext<TEvent = unknown>(
  logAbout: LogAbout,
  factsOf: (event: TEvent) => object = () => ({}),
): middy.MiddlewareObj<TEvent> {
  return {
    before: ({ event, context: { awsRequestId } }) => logAbout(Object.assign(factsOf(event), { awsRequestId })),
  };
}

/** Lambda's format for partial failures of a batch (ReportBatchItemFailures), for queues and streams alike. */
export interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[];
}

/** A batch handler returns the identifiers to retry; `partialBatchFailures` reports them to Lambda. */
export type BatchResult = string[] | BatchResponse;

/**
 * Only failed items are retried: message ids of a queue, sequence numbers of a stream. If a handler throws, or returns an
 * identifier that Lambda does not know, the whole batch is delivered again.
 */
export function partialBatchFailures(): middy.MiddlewareObj<unknown, BatchResult> {
  return {
    after: (request) => {
      if (!Array.isArray(request.response)) return;
      request.response = { batchItemFailures: request.response.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  };
}

/** Cancellation reasons of a transaction that are not conditions: an item or an index exceeded its throughput. */
const THROTTLED_ITEM = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * True if AWS refused for lack of capacity, or did not answer, even after the SDK's own retries: a later retry works.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
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
 * Gives errors for which Step Functions retries patiently one name, because its retriers match names only. A repeatedly lost race
 * is such an error, too: many executions write one item.
 */
export function awsBusyByName(): middy.MiddlewareObj {
  return {
    onError: (request) => {
      if (!isAwsBusy(request.error) && !(request.error instanceof LostRace)) return;
      request.error = Object.assign(new Error('AWS is busy', { cause: request.error }), { name: AWS_BUSY });
    },
  };
}
