import { vi } from 'vitest';
import { Delivery, DeliveryMessage } from '../../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryId } from '../../../../lambdas/model/webhooks/delivery.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import type { PostRequest, PostResult } from '../../../../lambdas/shared/net/http-post.gateway.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import type { Sealed } from '../../../../lambdas/shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../../../../lambdas/shared/secrets/sealing-context.ts';
import { type Pauses, pausesIn } from '../../../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { deliver } from '../../../../lambdas/webhook-sender/deliver.ts';
import { withProcessMemory } from '../../../../lambdas/webhook-sender/process-memory.ts';
import { openDeliveries } from '../../../../lambdas/wiring/deliveries.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { iso, later, NOW } from '../../a-domain.ts';
import { aWebhook, WEBHOOK_ID } from '../../api/webhooks/webhooks-api.ts';
import { dynamo, edgesWith } from '../../edges.ts';
import { stored } from '../../expressions.ts';
import { holdItems, requestsTo } from '../../held-items.ts';

export { aWebhook, WEBHOOK_ID };
export const DOMAIN_ID = 4_503_599_627_371;
export const BODY = JSON.stringify({ event: 'certificate.issued', data: { domain: { diagnosis: { code: 'ok' } } } });

export const answer = (status: number, more: Partial<Extract<PostResult, { kind: 'answer' }>> = {}): PostResult => ({
  kind: 'answer',
  status,
  reply: 'thanks',
  milliseconds: 12.4,
  ...more,
});
export const noAnswer = (error: Extract<PostResult, { kind: 'failed' }>['error']): PostResult => ({
  kind: 'failed',
  error,
  reason: `no answer: ${error}`,
  milliseconds: 30_000,
});

/** An event's id at NOW, unique per number. */
export const eventId = (number = 1) => `evt_${timeDigitsAt(NOW)}${String(number).padStart(16, '0')}`;

/** An event's first attempt, as the relay queues it. */
export function aMessage(changes: Partial<DeliveryMessage> = {}): DeliveryMessage {
  const id = changes.eventId ?? eventId();
  const webhookId = changes.webhookId ?? WEBHOOK_ID;
  return {
    organizationId: 'org_A',
    webhookId,
    deliveryId: deliveryId(id, webhookId),
    eventId: id,
    event: 'certificate.issued',
    domainId: DOMAIN_ID,
    createdAt: iso(0),
    series: 1,
    attempt: 1,
    body: BODY,
    slow: false,
    deferrals: 0,
    probe: false,
    ...changes,
  };
}
export const messages = (count: number, changes: Partial<DeliveryMessage> = {}) =>
  Array.from({ length: count }, (_, number) => aMessage({ eventId: eventId(number + 1), ...changes }));

export function aRow(changes: Partial<Delivery> = {}, of = aMessage()): Record<string, unknown> {
  const { deliveryId: id, organizationId, webhookId, eventId: from, event, domainId, createdAt, series } = of;
  const row: Delivery = {
    ...{ id, organizationId, webhookId, eventId: from, event, domainId, createdAt, series },
    state: 'pending',
    attemptsMade: 0,
    attempts: [],
    ...changes,
  };
  return { ...keys.delivery(organizationId, webhookId, id), ...row };
}

export function anOutboxEvent(changes: Partial<OutboxEvent> = {}): OutboxEvent {
  const common = { kind: 'event' as const, id: eventId(), createdAt: iso(0), organizationId: 'org_A', domainId: DOMAIN_ID };
  return { ...common, event: 'certificate.issued', notify: true, body: BODY, ...changes };
}

/** A sender with its own table, queue, clock and receivers. */
export function aSender(...items: Record<string, unknown>[]) {
  const held = holdItems(dynamo, items);
  const clock = { now: NOW };
  const queued: QueueMessage[] = [];
  let drawn = 0;
  const receiver = vi.fn(async (_request: PostRequest): Promise<PostResult> => answer(200));
  const edges = edgesWith({
    clock: () => clock.now,
    jitter: () => 0.5,
    newId: (prefix: string) => `${prefix}_${timeDigitsAt(clock.now)}${String(++drawn).padStart(16, '0')}`,
    log: vi.fn(),
    post: receiver,
    openSealed: vi.fn(async (_sealed: Sealed, _context: SealingContext) => Buffer.from('a secret of theirs')),
    deliveryQueue: {
      send: vi.fn(async (sent: readonly QueueMessage[]): Promise<number[]> => {
        queued.push(...sent);
        return [];
      }),
    },
  });
  const ports = lazily(
    {
      paused: () => vi.fn(async (): Promise<Pauses> => pausesIn({ paused: {} })),
      hostBudget: () => ({ take: vi.fn((_host: string, _organizationId: string, _now: Date) => true) }),
    },
    withProcessMemory(openDeliveries(openRows(edges))),
  );
  return {
    ports,
    receiver,
    ...held,
    passes: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
    isAt: (milliseconds: number) => {
      clock.now = later(milliseconds);
    },
    /** Delivers SQS messages. Returns the ids to retry; an id is the message's position. */
    brings: async (...brought: (DeliveryMessage | string)[]) => {
      const bodies = brought.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
      const failed = await deliver(
        bodies.map((body, id) => ({ id: String(id), body })),
        ports,
      );
      requests();
      return failed;
    },
    takeQueued: () =>
      queued.splice(0).map(({ body, delaySeconds }) => ({ message: DeliveryMessage.parse(JSON.parse(body)), delaySeconds })),
    lanes: () => queued.map(({ lane = 'fast' }) => lane),
    row: (of = aMessage()) => {
      const { pk, sk } = keys.delivery(of.organizationId, of.webhookId, of.deliveryId);
      const item = held.items.get(`${pk}|${sk}`);
      return item && Delivery.parse(item);
    },
    webhook: (id = WEBHOOK_ID) => {
      const { pk, sk } = keys.webhook('org_A', id);
      return held.items.get(`${pk}|${sk}`) as (Webhook & Record<string, unknown>) | undefined;
    },
    under: (prefix: string) => [...held.items.values()].filter(({ pk, sk }) => `${pk}|${sk}`.includes(prefix)),
    requests,
  };
}
export type Sender = ReturnType<typeof aSender>;

/** Names of DynamoDB requests since the sender was created. Checks that each is valid. */
function requests(): string[] {
  const calls = dynamo.calls().map(({ args: [command] }) => command);
  for (const { input } of calls) {
    const { TransactItems } = input as { TransactItems?: Record<string, object>[] };
    for (const write of TransactItems?.flatMap((item) => Object.values(item)) ?? [input]) usesAllItNames(write);
  }
  return requestsTo(dynamo);
}

/** DynamoDB refuses unused names or values, and expressions that use missing ones. */
function usesAllItNames(write: object): void {
  const { ExpressionAttributeNames = {}, ExpressionAttributeValues = {}, ...rest } = write as Record<string, unknown>;
  const named = [
    ...Object.keys(ExpressionAttributeNames as object),
    ...Object.keys(stored(ExpressionAttributeValues as Record<string, unknown>)),
  ].toSorted();
  const { UpdateExpression = '', ConditionExpression = '', KeyConditionExpression = '' } = rest;
  const used = [...new Set(`${UpdateExpression} ${ConditionExpression} ${KeyConditionExpression}`.match(/[#:]\w+/g))].toSorted();
  if (JSON.stringify(used) !== JSON.stringify(named)) throw new Error(`${used} are used, ${named} are given`);
}
