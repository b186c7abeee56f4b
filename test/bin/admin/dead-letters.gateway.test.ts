import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { moveDeadLetters } from '../../../bin/admin/dead-letters.gateway.ts';

const DEAD = 'https://dead';
const WAITING = 'https://waiting';
const sqs = mockClient(SQSClient);
const move = () => moveDeadLetters(DEAD, WAITING, new SQSClient({}));

let dead: Message[];
let waiting: unknown[];

/** Two queues: a received message stays, invisible, until it is deleted. */
beforeEach(() => {
  sqs.reset();
  waiting = [];
  let hidden: Message[] = [];
  sqs.on(ReceiveMessageCommand, { QueueUrl: DEAD }).callsFake(({ MaxNumberOfMessages }) => {
    const Messages = dead.filter((letter) => !hidden.includes(letter)).slice(0, MaxNumberOfMessages);
    hidden = [...hidden, ...Messages];
    return Messages.length > 0 ? { Messages } : {};
  });
  sqs.on(SendMessageBatchCommand, { QueueUrl: WAITING }).callsFake(({ Entries }) => {
    waiting.push(...Entries);
    return { Failed: [] };
  });
  sqs.on(DeleteMessageBatchCommand, { QueueUrl: DEAD }).callsFake(({ Entries }) => {
    const handles = Entries.map(({ ReceiptHandle }: Message) => ReceiptHandle);
    dead = dead.filter(({ ReceiptHandle }) => !handles.includes(ReceiptHandle));
    return {};
  });
});

const letters = (count: number): Message[] =>
  Array.from({ length: count }, (_, position) => ({
    Body: `body ${position}`,
    ReceiptHandle: `handle ${position}`,
    Attributes: { MessageGroupId: `org_A#${position}` },
  }));

it('dead letters go back to their queue, all of them, with their text and their group', async () => {
  dead = letters(23);
  expect(await move()).toEqual({ moved: 23, refused: 0 });
  expect(dead).toEqual([]);
  expect(waiting).toHaveLength(23);
  expect(waiting[22]).toMatchObject({ MessageBody: 'body 22', MessageGroupId: 'org_A#22' });
});

it('dead letters that were sent by hand, without a group, go back too', async () => {
  dead = letters(1).map(({ Attributes: _, ...letter }) => letter);
  expect(await move()).toEqual({ moved: 1, refused: 0 });
  expect(waiting).toEqual([expect.objectContaining({ MessageGroupId: 'redriven' })]);
});

it('where there are no dead letters, nothing is sent and nothing deleted', async () => {
  dead = [];
  expect(await move()).toEqual({ moved: 0, refused: 0 });
  expect(sqs.calls()).toHaveLength(1);
});

it('dead letters are looked for on all servers of the queue: a check that waits a moment', async () => {
  dead = [];
  await move();
  expect(sqs.commandCalls(ReceiveMessageCommand)[0]?.args[0].input.WaitTimeSeconds).toBeGreaterThan(0);
});

it('a dead letter is deleted only after it was sent, and stays where the queue refuses it', async () => {
  dead = letters(2);
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }] });
  expect(await move()).toEqual({ moved: 1, refused: 1 });
  expect(dead.map(({ Body }) => Body)).toEqual(['body 0']);
});

it('a dead letter is deleted only after it was sent, and stays where the queue cannot be reached', async () => {
  dead = letters(2);
  sqs.on(SendMessageBatchCommand).rejects(new Error('network'));
  await expect(move()).rejects.toThrow('network');
  expect(dead).toHaveLength(2);
  expect(sqs.commandCalls(DeleteMessageBatchCommand)).toEqual([]);
});

it('a dead letter is deleted only after it was sent, and the rest is left for later where the queue refuses all: it would refuse for ever', async () => {
  dead = letters(30);
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }) => ({ Failed: Entries }));
  expect(await move()).toEqual({ moved: 0, refused: 10 });
  expect(dead).toHaveLength(30);
});
