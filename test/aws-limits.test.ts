import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { executionName } from '../contract/stack/execution.schema.ts';
import { MAX_RESTORES } from '../contract/stack/settings.schema.ts';
import { assertWithinAwsLimits } from './aws-limits.ts';

const QueueUrl = 'https://queue';

const start = (name: string, input = '{}') => new StartExecutionCommand({ stateMachineArn: 'arn', name, input });

const send = (entries: object[]) =>
  new SendMessageBatchCommand({
    QueueUrl,
    Entries: entries.map((entry, position) => ({ Id: String(position), MessageBody: 'x', ...entry })),
  });

describe('what AWS refuses and the emulator takes', () => {
  it('an execution name of 81 characters', () => {
    expect(() => assertWithinAwsLimits(start('x'.repeat(80)))).not.toThrow();
    expect(() => assertWithinAwsLimits(start('x'.repeat(81)))).toThrow(/executionNameCharacters: 81 is over 80/);
  });

  it('an execution input over 256 KiB', () => {
    expect(() => assertWithinAwsLimits(start('x', 'y'.repeat(262_145)))).toThrow(/executionInputBytes/);
  });

  it('a transaction of 101 items, or an item over 400 KiB', () => {
    const put = (text: string) => ({ Put: { TableName: 't', Item: { pk: text } } });
    const transaction = (items: ReturnType<typeof put>[]) => new TransactWriteCommand({ TransactItems: items });
    expect(() => assertWithinAwsLimits(transaction(Array.from({ length: 101 }, () => put('x'))))).toThrow(/transactionItems/);
    expect(() => assertWithinAwsLimits(transaction([put('x'.repeat(409_600))]))).toThrow(/itemBytes/);
  });

  it('a message delayed by more than 15 minutes, alone or in a batch', () => {
    const sendAlone = (DelaySeconds: number) => new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds });
    expect(() => assertWithinAwsLimits(sendAlone(900))).not.toThrow();
    expect(() => assertWithinAwsLimits(sendAlone(901))).toThrow(/queueDelaySeconds: 901 is over 900/);
    expect(() => assertWithinAwsLimits(send([{ DelaySeconds: 901 }]))).toThrow(/queueDelaySeconds/);
  });

  it('a batch of 11 messages, or of more than 1 MiB together', () => {
    expect(() => assertWithinAwsLimits(send(Array.from({ length: 10 }, () => ({}))))).not.toThrow();
    expect(() => assertWithinAwsLimits(send(Array.from({ length: 11 }, () => ({}))))).toThrow(/queueBatchMessages/);
    const half = { MessageBody: 'é'.repeat(262_144) };
    expect(() => assertWithinAwsLimits(send([half, half]))).not.toThrow();
    expect(() => assertWithinAwsLimits(send([half, half, {}]))).toThrow(/queueBatchBytes/);
  });

  it('a message group of more than 128 characters', () => {
    expect(() => assertWithinAwsLimits(send([{ MessageGroupId: 'g'.repeat(128) }]))).not.toThrow();
    expect(() => assertWithinAwsLimits(send([{ MessageGroupId: 'g'.repeat(129) }]))).toThrow(/messageGroupCharacters/);
  });

  it('a message hidden for more than twelve hours', () => {
    const hide = (VisibilityTimeout: number) =>
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: 'r', VisibilityTimeout });
    expect(() => assertWithinAwsLimits(hide(43_200))).not.toThrow();
    expect(() => assertWithinAwsLimits(hide(43_201))).toThrow(/queueVisibilitySeconds/);
  });

  it('does not include a name that the largest domain id and a million attempts make', () => {
    expect(() =>
      assertWithinAwsLimits(start(executionName({ domainId: Number.MAX_SAFE_INTEGER, attempt: 1_000_000, epoch: MAX_RESTORES }))),
    ).not.toThrow();
  });
});
