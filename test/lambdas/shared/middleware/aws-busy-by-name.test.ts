import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import middy from '@middy/core';
import { expect, it } from 'vitest';
import { AWS_BUSY } from '../../../../contract/stack/steps.ts';
import { awsBusyByName } from '../../../../lambdas/shared/middleware/middleware.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { anInvocation } from './invoke.ts';

const throwing = (error: Error) =>
  middy()
    .use(awsBusyByName())
    .handler(() => Promise.reject(error));

it('a step that meets a throttled table ends by the name that the state machine waits for, and keeps the cause for the log', async () => {
  const cause = new ThrottlingException({ message: 'x', $metadata: { httpStatusCode: 400 } });
  await expect(throwing(cause)({}, anInvocation())).rejects.toMatchObject({ name: AWS_BUSY, cause });
});

it('a step that loses its race for an item that many write again and again ends by that name, too: it is no failure', async () => {
  await expect(throwing(new LostRace([], undefined))({}, anInvocation())).rejects.toMatchObject({ name: AWS_BUSY });
});

it('a step that is broken ends by its own error, which is tried three times only', async () => {
  const error = new TypeError('x');
  await expect(throwing(error)({}, anInvocation())).rejects.toBe(error);
});
