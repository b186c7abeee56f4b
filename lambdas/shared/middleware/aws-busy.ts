import type middy from '@middy/core';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import { AWS_BUSY } from '../../../contract/stack/steps.ts';
import { LostRace } from '../table/lost-race.ts';

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
