import { isThrottlingError, isTransientError } from '@smithy/core/retry';

/** Why a transaction was cancelled, where it is not a condition: an item or an index took more than its share. */
const THROTTLED_ITEM = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * True if AWS refused for want of capacity, or did not answer, also after the SDK's own tries: nothing is wrong, and later it works.
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
