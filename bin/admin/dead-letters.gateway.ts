import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { openQueue, QUEUE_CLIENT } from '../../lambdas/shared/aws/queue.gateway.ts';

export interface MoveResult {
  moved: number;
  /** Messages that the target queue refused. They remain dead letters. */
  refused: number;
}

const MAX_MESSAGES = 10;
/**
 * Long polling asks all servers of the queue, so an empty answer means an empty queue (SQS guide, "Short and long polling").
 * Within the client's 5 s.
 */
const RECEIVE_WAIT_SECONDS = 2;
/** Fair-queue group for messages sent by hand without one. */
const NO_GROUP = 'redriven';

/**
 * Moves dead letters to a queue, ten at a time, until none is left or the queue refuses ten in a row. After an interruption, a
 * message sent but not yet deleted is in both queues.
 */
export async function moveDeadLetters(fromUrl: string, toUrl: string, sqs = new SQSClient(QUEUE_CLIENT)): Promise<MoveResult> {
  const result = { moved: 0, refused: 0 };
  for (;;) {
    const letters = await receive(sqs, fromUrl);
    const refused = new Set(await openQueue(toUrl, sqs).send(letters.map(again)));
    const sent = letters.filter((_, position) => !refused.has(position));
    result.moved += sent.length;
    result.refused += refused.size;
    if (sent.length === 0) return result;
    await remove(sqs, fromUrl, sent);
  }
}

async function receive(sqs: SQSClient, QueueUrl: string): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: MAX_MESSAGES,
      WaitTimeSeconds: RECEIVE_WAIT_SECONDS,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return Messages;
}

function again({ Body = '', Attributes }: Message) {
  return { body: Body, group: Attributes?.MessageGroupId ?? NO_GROUP };
}

/** A message that cannot be deleted is received and sent again. Its delivery's row identifies the duplicate. */
async function remove(sqs: SQSClient, QueueUrl: string, letters: readonly Message[]): Promise<void> {
  const Entries = letters.map(({ ReceiptHandle }, position) => ({ Id: String(position), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}
