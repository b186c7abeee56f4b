import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { SDK_LIMITS } from './sdk-limits.ts';

export interface QueueMessage {
  body: string;
  /** Whose it is: on AWS one group with many messages does not hold up the others (fair queues). */
  group: string;
  /** At most 900 (AWS). */
  delaySeconds?: number;
  lane?: Lane;
}

/** Two queues of the same work: what may take long does not hold up what does not. */
export type Lane = 'fast' | 'slow';
const LANES: readonly Lane[] = ['fast', 'slow'];

export interface Queue {
  /** Sends all, ten at a time. Answers the positions of those that the queue did not take. */
  send(messages: readonly QueueMessage[]): Promise<number[]>;
}

/** Of one request: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const MOST_MESSAGES = 10;
/** A quarter of what AWS takes today (1 MiB), and what it took until 2025. */
const MOST_BYTES = 250_000;

/**
 * A queue's address names the same host on AWS. Locally it may be another name of this machine, which the SDK would complain of
 * each time.
 */
export const QUEUE_CLIENT = { ...SDK_LIMITS, useQueueUrlAsEndpoint: false } as const;

export function openQueue(url: string, sqs = new SQSClient(QUEUE_CLIENT)): Queue {
  return {
    async send(messages) {
      const refused = await Promise.all(requestsOf(messages).map((positions) => sendBatch(sqs, url, messages, positions)));
      return refused.flat();
    },
  };
}

/** A queue for each lane; what names none is fast. */
export function openLanes(urls: Record<Lane, string>, sqs = new SQSClient(QUEUE_CLIENT)): Queue {
  return {
    async send(messages) {
      const refused = await Promise.all(
        LANES.map(async (lane) => {
          const positions = [...messages.keys()].filter((position) => (messages[position]?.lane ?? 'fast') === lane);
          const some = await openQueue(urls[lane], sqs).send(positions.map((position) => messages[position] as QueueMessage));
          return some.map((index) => positions[index] as number);
        }),
      );
      return refused.flat();
    },
  };
}

/** A domain of test mode that is to be played on: from where it was, unless its row has another version by then. */
export interface Begun {
  domainId: number;
  version: number;
  reachedAt: string;
}

/** Has domains of test mode played; without any, all of the organization of which something is due. */
export type Rehearse = (organizationId: string, ...domains: (number | Begun)[]) => Promise<void>;

/** Throws where the queue does not take them. */
export function openRehearsals(queue: Queue): Rehearse {
  return async (organizationId, ...domains) => {
    const named = domains.map((domain) => (typeof domain === 'number' ? { domainId: domain } : domain));
    const wanted = named.length > 0 ? named.map((domain) => ({ organizationId, ...domain })) : [{ organizationId }];
    const refused = await queue.send(wanted.map((message) => ({ body: JSON.stringify(message), group: organizationId })));
    if (refused.length > 0) throw new Error(`the queue did not take ${refused.length} domains of test mode`);
  };
}

/** Has the zone of the base target written, after so many seconds. */
export type WakeZone = (seconds: number) => Promise<void>;

export function openZoneWakes(queue: Queue): WakeZone {
  return async (delaySeconds) => {
    const [refused] = await queue.send([{ body: '{}', group: 'zone', ...(delaySeconds > 0 && { delaySeconds }) }]);
    if (refused !== undefined) throw new Error('the queue did not take the message that wakes who writes the zone');
  };
}

/** The AWS account of a server, to be checked, or what waits in an account and region, to be done. */
export type AwsMessage = { organizationId: string; serverId: number } | { accountId: string; region: string };

/** Has who works in integrators' AWS accounts do that, after so many seconds. */
export type WakeAws = (message: AwsMessage, seconds?: number) => Promise<void>;

export function openAwsWakes(queue: Queue): WakeAws {
  return async (message, delaySeconds = 0) => {
    const group = 'accountId' in message ? message.accountId : message.organizationId;
    const sent = { body: JSON.stringify(message), group, ...(delaySeconds > 0 && { delaySeconds }) };
    const [refused] = await queue.send([sent]);
    if (refused !== undefined) throw new Error('the queue did not take the message for who works in AWS accounts');
  };
}

async function sendBatch(
  sqs: SQSClient,
  url: string,
  messages: readonly QueueMessage[],
  positions: readonly number[],
): Promise<number[]> {
  const Entries = positions.map((position) => {
    const { body, group, delaySeconds } = messages[position] as QueueMessage;
    const delay = delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds };
    return { Id: String(position), MessageBody: body, MessageGroupId: group, ...delay };
  });
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  return Failed.map(({ Id }) => Number(Id));
}

/** Positions of messages, so many as one request may carry. */
function requestsOf(messages: readonly QueueMessage[]): number[][] {
  const requests: number[][] = [];
  let bytes = 0;
  for (const [position, { body }] of messages.entries()) {
    const size = Buffer.byteLength(body);
    const last = requests.at(-1);
    if (last && last.length < MOST_MESSAGES && bytes + size <= MOST_BYTES) {
      last.push(position);
      bytes += size;
    } else {
      requests.push([position]);
      bytes = size;
    }
  }
  return requests;
}
