import { marshall } from '@aws-sdk/util-dynamodb';
import { AWS_LIMITS } from '../contract/stack/aws-limits.ts';

type Limit = keyof typeof AWS_LIMITS;

/** Throws, with the limit and its page, if a command exceeds an AWS limit. */
export function assertWithinAwsLimits(command: { input: object }): void {
  for (const [limit, measured] of measurements(command.input)) {
    const { value, page } = AWS_LIMITS[limit];
    if (measured > value) throw new Error(`${limit}: ${measured} is over ${value}, see ${page}`);
  }
}

/** Inputs of Step Functions, DynamoDB and SQS, by field name. */
function* measurements(input: object): Generator<[Limit, number]> {
  if ('stateMachineArn' in input && 'name' in input) yield ['executionNameCharacters', String(input.name).length];
  if ('stateMachineArn' in input && 'input' in input) yield ['executionInputBytes', Buffer.byteLength(String(input.input))];
  if ('TransactItems' in input && Array.isArray(input.TransactItems)) {
    yield ['transactionItems', input.TransactItems.length];
    for (const { Put } of input.TransactItems) if (Put) yield ['itemBytes', itemBytes(Put.Item)];
  }
  if ('Item' in input) yield ['itemBytes', itemBytes(input.Item)];
  if ('QueueUrl' in input) yield* messageMeasurements(input);
}

/** The size of an item in the wire format, slightly more than DynamoDB counts. */
function itemBytes(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(marshall(item, { removeUndefinedValues: true })));
}

function* messageMeasurements(input: object): Generator<[Limit, number]> {
  const isBatch = 'Entries' in input && Array.isArray(input.Entries);
  const messages: object[] = isBatch ? (input.Entries as object[]) : [input];
  yield ['queueBatchMessages', messages.length];
  yield ['queueBatchBytes', messages.reduce((sum, message) => sum + bodyBytes(message), 0)];
  for (const message of messages) {
    if ('DelaySeconds' in message) yield ['queueDelaySeconds', Number(message.DelaySeconds)];
    if ('VisibilityTimeout' in message) yield ['queueVisibilitySeconds', Number(message.VisibilityTimeout)];
    if ('MessageGroupId' in message) yield ['messageGroupCharacters', String(message.MessageGroupId).length];
  }
}

function bodyBytes(message: object): number {
  return 'MessageBody' in message ? Buffer.byteLength(String(message.MessageBody)) : 0;
}
