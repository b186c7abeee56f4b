import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { executionName } from '../lambdas/lifecycle/execution-name.ts';
import { assertWithinAwsLimits } from './aws-limits.ts';

const start = (name: string, input = '{}') => new StartExecutionCommand({ stateMachineArn: 'arn', name, input });

describe('what AWS refuses and the emulator takes', () => {
  it('is an execution name of 81 characters', () => {
    expect(() => assertWithinAwsLimits(start('x'.repeat(80)))).not.toThrow();
    expect(() => assertWithinAwsLimits(start('x'.repeat(81)))).toThrow(/executionNameCharacters: 81 is over 80/);
  });

  it('is an execution input over 256 KiB', () => {
    expect(() => assertWithinAwsLimits(start('x', 'y'.repeat(262_145)))).toThrow(/executionInputBytes/);
  });

  it('is a transaction of 101 items, or an item over 400 KiB', () => {
    const put = (text: string) => ({ Put: { TableName: 't', Item: { pk: { S: text } } } });
    const transaction = (items: ReturnType<typeof put>[]) => new TransactWriteItemsCommand({ TransactItems: items });
    expect(() => assertWithinAwsLimits(transaction(Array.from({ length: 101 }, () => put('x'))))).toThrow(/transactionItems/);
    expect(() => assertWithinAwsLimits(transaction([put('x'.repeat(409_600))]))).toThrow(/itemBytes/);
  });

  it('is no name that the largest domain id and a million attempts make', () => {
    expect(() => assertWithinAwsLimits(start(executionName(Number.MAX_SAFE_INTEGER, 1_000_000)))).not.toThrow();
  });
});
