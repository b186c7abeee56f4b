import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLanes, openQueue, type QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { assertWithinAwsLimits } from '../../../aws-limits.ts';

const sqs = mockClient(SQSClient);
const queue = openQueue('https://queue', new SQSClient({}));

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).callsFake((input) => {
    assertWithinAwsLimits({ input });
    return { Failed: [] };
  });
});

const messages = (count: number, body = 'x'): QueueMessage[] =>
  Array.from({ length: count }, (_, position) => ({ body: `${position}${body}`, group: 'org_A#7' }));

const batches = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? []);

/** The queue accepts a batch but refuses the messages at these positions. */
function refuse(...positions: number[]): void {
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }) => ({
    Failed: Entries.filter(({ Id }: { Id: string }) => positions.includes(Number(Id))),
  }));
}

describe('a queue', () => {
  it('takes each message as it is, once, with its group and its delay', async () => {
    await queue.send([{ body: '{"é":1}', group: 'org_A#7', delaySeconds: 5 }]);
    expect(sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input)).toEqual([
      {
        QueueUrl: 'https://queue',
        Entries: [{ Id: '0', MessageBody: '{"é":1}', MessageGroupId: 'org_A#7', DelaySeconds: 5 }],
      },
    ]);
  });

  it('sets no delay where none is given, so that its own holds', async () => {
    await queue.send(messages(1));
    expect(batches()[0]?.[0]).not.toHaveProperty('DelaySeconds');
  });

  it('sets a delay of 0 where 0 is given', async () => {
    await queue.send([{ body: 'x', group: 'g', delaySeconds: 0 }]);
    expect(batches()[0]?.[0]).toHaveProperty('DelaySeconds', 0);
  });

  it('gets ten messages a request', async () => {
    expect(await queue.send(messages(21))).toEqual([]);
    expect(batches().map(({ length }) => length)).toEqual([10, 10, 1]);
    expect(batches().flatMap((entries) => entries.map(({ MessageBody }) => MessageBody))).toEqual(
      messages(21).map(({ body }) => body),
    );
  });

  it('gets no request for no message', async () => {
    expect(await queue.send([])).toEqual([]);
    expect(batches()).toEqual([]);
  });

  it('gets at most 250,000 bytes a request, counted as bytes and not as characters', async () => {
    await queue.send(messages(3, 'é'.repeat(62_000)));
    expect(batches().map(({ length }) => length)).toEqual([2, 1]);
    await queue.send(messages(2, 'x'.repeat(400_000)));
    expect(
      batches()
        .slice(2)
        .map(({ length }) => length),
    ).toEqual([1, 1]);
  });

  it('tells the messages of one request apart by their ids', async () => {
    await queue.send(messages(25));
    for (const entries of batches()) expect(new Set(entries.map(({ Id }) => Id)).size).toBe(entries.length);
  });
});

describe('messages that the queue does not take', () => {
  it('are named by their positions, over all requests', async () => {
    refuse(3, 14);
    expect((await queue.send(messages(20))).sort((one, other) => one - other)).toEqual([3, 14]);
  });

  it('are not named one by one where the request itself fails: the caller gets the error', async () => {
    sqs.on(SendMessageBatchCommand).rejects(new Error('QueueDoesNotExist'));
    await expect(queue.send(messages(1))).rejects.toThrow('QueueDoesNotExist');
  });
});

describe('two lanes of a queue', () => {
  const lanes = openLanes({ fast: 'https://fast', slow: 'https://slow' }, new SQSClient({}));
  const mixed: QueueMessage[] = messages(5).map((message, n) => (n % 2 === 1 ? { ...message, lane: 'slow' } : message));

  it('each get their own messages', async () => {
    await lanes.send(mixed);
    const sent = sqs
      .commandCalls(SendMessageBatchCommand)
      .map(({ args: [{ input }] }) => [input.QueueUrl, input.Entries?.map(({ MessageBody }) => MessageBody)]);
    expect(Object.fromEntries(sent)).toEqual({ 'https://fast': ['0x', '2x', '4x'], 'https://slow': ['1x', '3x'] });
  });

  it('name what they refuse by its position among all', async () => {
    refuse(1);
    expect((await lanes.send(mixed)).toSorted()).toEqual([2, 3]);
  });
});
