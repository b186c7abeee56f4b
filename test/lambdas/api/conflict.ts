import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** Another transaction is in progress on one of the items. */
export function conflict(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}
