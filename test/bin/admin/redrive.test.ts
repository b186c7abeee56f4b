import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Command } from 'commander';
import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../../../bin/admin/connect.ts';
import { addHistoryCommands } from '../../../bin/admin/history-commands.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { keys, outboxId } from '../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { holdItems } from '../../lambdas/held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const sqs = mockClient(SQSClient);
const hourAgo = new Date(Date.now() - 3_600_000).toISOString();

let printed: Record<string, unknown>[];
let items: Map<string, unknown>;

async function redrive(...args: string[]): Promise<void> {
  const deployment = {
    table: openTable(new DynamoDBClient({}), 'table'),
    deliveryQueueUrl: 'https://waiting',
    deadDeliveriesUrl: 'https://dead',
  };
  const session = { connect: async () => deployment, print: (result: Record<string, unknown>) => printed.push(result) };
  const program = new Command().exitOverride();
  addHistoryCommands(program, session as unknown as Session);
  await program.parseAsync(['redrive', ...args], { from: 'user' });
}

function anExecution() {
  const id = outboxId(prefixedId('evt'), 7);
  const createdAt = new Date().toISOString();
  const entry = { kind: 'execution', id, createdAt, organizationId: 'org_A', domainId: 7, attempt: 1, step: 'check-dns' };
  return { ...keys.outbox(id), ...entry };
}

beforeEach(() => {
  printed = [];
  items = holdItems(dynamo, [anExecution()]).items;
  sqs.reset();
  sqs
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [{ Body: '{}', ReceiptHandle: 'r' }] })
    .resolves({});
  sqs.on(SendMessageBatchCommand).resolves({});
  sqs.on(DeleteMessageBatchCommand).resolves({});
});

it('redrive moves the dead letters of deliveries, from their queue to the one that is sent from, and leaves the outbox alone', async () => {
  await redrive();
  expect(printed).toEqual([{ dead_letters: 1, redriven: 0 }]);
  expect(sqs.commandCalls(ReceiveMessageCommand)[0]?.args[0].input.QueueUrl).toBe('https://dead');
  expect(sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.QueueUrl).toBe('https://waiting');
  expect(dynamo.calls()).toEqual([]);
});

it('redrive with --since puts a copy of what was written since then for the relay, too', async () => {
  await redrive('--since', hourAgo);
  expect(printed).toEqual([{ dead_letters: 1, redriven: 1 }]);
  expect(items.size).toBe(2);
});

it('redrive ends as a failure where the queue refuses a dead letter, and says that it is kept', async () => {
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }] });
  await expect(redrive()).rejects.toThrow(/refused dead letters \(1\). They are kept/);
  expect(printed).toEqual([{ dead_letters: 0, redriven: 0 }]);
});
