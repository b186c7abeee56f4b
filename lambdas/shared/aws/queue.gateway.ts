import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { SDK_LIMITS } from './sdk-limits.ts';

export interface QueueMessage {
  body: string;
  /** The owner: on AWS, one group with many messages does not delay the others (fair queues). */
  group: string;
  /** At most 900 (AWS). */
  delaySeconds?: number;
  lane?: Lane;
}

/** Two queues for the same work, so that slow work does not delay fast work. */
export type Lane = 'fast' | 'slow';
const LANES: readonly Lane[] = ['fast', 'slow'];

export interface Queue {
  /** Sends all, ten at a time. Returns the positions of those that the queue did not accept. */
  send(messages: readonly QueueMessage[]): Promise<number[]>;
}

/** Per request: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const MAX_MESSAGES = 10;
/** A quarter of AWS's current limit (1 MiB), and its limit until 2025. */
const MAX_BYTES = 250_000;

/**
 * On AWS, a queue's URL names the same host. Locally it may be another name of this machine, and the SDK would warn each time.
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

/** A queue per lane; a message without a lane is fast. */
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

/** A test domain to continue from its state, unless its row has another version by then. */
export interface Begun {
  domainId: number;
  version: number;
  reachedAt: string;
}

/** Runs domains of test mode; without any, all of the organization's that are due. */
export type Rehearse = (organizationId: string, ...domains: (number | Begun)[]) => Promise<void>;

/** Throws if the queue does not accept them. */
export function openRehearsals(queue: Queue): Rehearse {
  return async (organizationId, ...domains) => {
    const named = domains.map((domain) => (typeof domain === 'number' ? { domainId: domain } : domain));
    const wanted = named.length > 0 ? named.map((domain) => ({ organizationId, ...domain })) : [{ organizationId }];
    const refused = await queue.send(wanted.map((message) => ({ body: JSON.stringify(message), group: organizationId })));
    if (refused.length > 0) throw new Error(`the queue did not take ${refused.length} domains of test mode`);
  };
}

/** Wakes the writer of the base target's zone, after this many seconds. */
export type WakeZone = (seconds: number) => Promise<void>;

export function openZoneWakes(queue: Queue): WakeZone {
  return async (delaySeconds) => {
    const [refused] = await queue.send([{ body: '{}', group: 'zone', ...(delaySeconds > 0 && { delaySeconds }) }]);
    if (refused !== undefined) throw new Error('the queue did not take the message that wakes who writes the zone');
  };
}

/** The check of a server's AWS account, or the waiting work in an account and region. */
export type AwsMessage = { organizationId: string; serverId: number } | { accountId: string; region: string };

/** Wakes the worker for integrators' AWS accounts, after this many seconds. */
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

/** Positions of messages, grouped by what one request may carry. */
function requestsOf(messages: readonly QueueMessage[]): number[][] {
  const requests: number[][] = [];
  let bytes = 0;
  for (const [position, { body }] of messages.entries()) {
    const size = Buffer.byteLength(body);
    const last = requests.at(-1);
    if (last && last.length < MAX_MESSAGES && bytes + size <= MAX_BYTES) {
      last.push(position);
      bytes += size;
    } else {
      requests.push([position]);
      bytes = size;
    }
  }
  return requests;
}
