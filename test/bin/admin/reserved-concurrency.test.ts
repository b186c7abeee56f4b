import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { refuseTooLittleConcurrency, reservedInAll } from '../../../bin/admin/reserved-concurrency.ts';
import { USUAL_RESERVATION } from '../../../lib/stage/new-stage.ts';

const lambda = mockClient(LambdaClient);
const stage = { name: 'production', reservedConcurrency: USUAL_RESERVATION };
const accountHas = (executions: number) =>
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: executions } });

beforeEach(() => lambda.reset());

describe('a deployment that reserves concurrency', () => {
  it('of a new stage is less than half of what an account has as a rule', () => {
    expect(reservedInAll(stage)).toBe(450);
  });

  it('goes on where the account keeps 100 executions unreserved', async () => {
    accountHas(550);
    await expect(refuseTooLittleConcurrency(stage)).resolves.toBeUndefined();
  });

  it.each([10, 549])('is refused in an account of %i executions, with what to do', async (executions) => {
    accountHas(executions);
    await expect(refuseTooLittleConcurrency(stage)).rejects.toThrow(
      new RegExp(`reserves 450 .* the account has ${executions} .* remove reservedConcurrency`),
    );
  });

  it('is not asked about where nothing is reserved', async () => {
    await refuseTooLittleConcurrency({ name: 'trial' });
    expect(lambda.calls()).toHaveLength(0);
  });
});
