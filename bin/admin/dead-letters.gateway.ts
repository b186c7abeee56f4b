import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { openQueue, QUEUE_CLIENT } from '../../lambdas/shared/aws/queue.gateway.ts';

export interface MoveResult {
  moved: number;
  /** What the queue did not take. They are dead letters still. */
  refused: number;
}

const MOST_MESSAGES = 10;
/** Asks all servers of the queue, so that nothing is the end (SQS guide, "Short and long polling"); within the client's 5 s. */
const RECEIVE_WAIT_SECONDS = 2;
/** For what is sent by hand, without the group that fair queues go by. */
const NO_GROUP = 'redriven';

/**
 * Sends every dead letter to a queue, ten at a time, until there is none or the queue refuses ten in a row. One that is sent and
 * not yet deleted when this breaks off is in both queues.
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
      MaxNumberOfMessages: MOST_MESSAGES,
      WaitTimeSeconds: RECEIVE_WAIT_SECONDS,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return Messages;
}

function again({ Body = '', Attributes }: Message) {
  return { body: Body, group: Attributes?.MessageGroupId ?? NO_GROUP };
}

/** One that cannot be deleted is received again, sent again, and recognized by its delivery's row. */
async function remove(sqs: SQSClient, QueueUrl: string, letters: readonly Message[]): Promise<void> {
  const Entries = letters.map(({ ReceiptHandle }, position) => ({ Id: String(position), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}
