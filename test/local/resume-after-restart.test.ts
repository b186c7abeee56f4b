import { InvokeCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { SweepRequest } from '../../lambdas/jobs/sweep/sweep-request.schema.ts';
import { resumeAfterRestart } from '../../local/resume-after-restart.ts';

const lambda = mockClient(LambdaClient);
const SWEEP = 'CpsService-OverdueSweepSweepOverdue-1';

beforeEach(() => {
  lambda.reset();
  lambda.on(ListFunctionsCommand).resolves({ Functions: [{ FunctionName: 'CpsService-Relay-1' }, { FunctionName: SWEEP }] });
  lambda.on(InvokeCommand).resolves({});
});

it('a start after a stop or a crash has the sweep bring to the relay what was written from two minutes before the last saved state', async () => {
  expect(await resumeAfterRestart(4566, new Date('2026-11-22T08:02:00.000Z'))).toBe('done');
  const [call, ...others] = lambda.commandCalls(InvokeCommand);
  expect(others).toEqual([]);
  const { FunctionName, Payload } = call?.args[0].input ?? {};
  expect(FunctionName).toBe(SWEEP);
  expect(SweepRequest.parse(JSON.parse(String(Payload)))).toEqual({ redriveSince: '2026-11-22T08:00:00.000Z' });
});

it('a first start has nothing to take up', async () => {
  expect(await resumeAfterRestart(4566, undefined)).toBe('nothing');
  expect(lambda.calls()).toEqual([]);
});

it('a start whose sweep fails says so instead of going on without what was interrupted', async () => {
  lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled' });
  await expect(resumeAfterRestart(4566, new Date())).rejects.toThrow(/could not be taken up/);
});

it('a wake-up by the schedule asks the sweep for no redrive', () => {
  expect(SweepRequest.parse({ version: '0', source: 'aws.scheduler', detail: {} })).toEqual({});
});
