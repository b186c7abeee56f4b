import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { KMSInternalException, KMSServiceException } from '@aws-sdk/client-kms';
import { InternalServiceError, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { isAwsBusy } from '../../../../lambdas/shared/middleware/middleware.ts';

const told = { message: 'x', $metadata: { httpStatusCode: 400 } };
const broken = { message: 'x', $metadata: { httpStatusCode: 500 } };
const cancelled = (Code: string) =>
  new TransactionCanceledException({ ...told, CancellationReasons: [{ Code: 'None' }, { Code }] });
const kmsThrottled = new KMSServiceException({ ...told, name: 'ThrottlingException', $fault: 'client' });
/** The SDK's error after a lost connection. `$metadata` counts its own tries. */
const timedOut = Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: { attempts: 3 } });

it.each([
  ['a throttled table', new ThrottlingException(told)],
  ['a throttled key of a table', new ProvisionedThroughputExceededException(told)],
  ['a transaction cancelled by a throttled item', cancelled('ThrottlingError')],
  ['a transaction cancelled by a key that took more than its share', cancelled('ProvisionedThroughputExceeded')],
  ['a table with trouble of its own', new InternalServerError(broken)],
  ['throttled KMS', kmsThrottled],
  ['KMS with trouble of its own', new KMSInternalException(broken)],
  ['Secrets Manager with trouble of its own', new InternalServiceError(broken)],
  ['an AWS that does not answer', timedOut],
])('AWS is busy: %s', (_, error) => {
  expect(isAwsBusy(error)).toBe(true);
});

it.each([
  ['a transaction cancelled by its condition', cancelled('ConditionalCheckFailed')],
  ['a transaction of wrong values', cancelled('ValidationError')],
  ['a secret that is not there', new ResourceNotFoundException(told)],
  ['a CA that refuses connections: no AWS', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['a mistake of ours', new TypeError('x')],
  ['what is no error', 'ThrottlingException'],
])('AWS is not busy: %s', (_, error) => {
  expect(isAwsBusy(error)).toBe(false);
});
