import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { eventLogStore } from '../model/events/event-log.store.ts';
import { deliveryStore } from '../model/webhooks/delivery.store.ts';
import { webhookStore } from '../model/webhooks/webhook.store.ts';
import { webhookFlowStore } from '../model/webhooks/webhook-slots.store.ts';
import { openLanes } from '../shared/aws/queue.gateway.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { guardedPost } from '../shared/net/http-post.gateway.ts';
import { dnsResolver } from '../shared/net/resolver.gateway.ts';
import { buildRuntime, required } from '../shared/runtime/runtime.gateway.ts';
import { openSealed, openSealingKey, webhookContext } from '../shared/secrets/sealing.gateway.ts';
import { jitter } from '../shared/time/jitter.gateway.ts';
import { briefPause } from '../shared/time/pause.gateway.ts';
import { deliver } from './deliver.ts';
import { hostBudget, shareOf } from './host-budget.ts';
import { openBreakers } from './open-breakers.ts';
import { openSecrets } from './open-secrets.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const sealing = openSealingKey(required(process.env, 'kmsKeyId'));

/** Receivers on a developer's machine show certificates of the local CA. */
const { allowLoopback, acme } = settings;
const localRoot = allowLoopback && acme.trustedRootPem !== undefined ? { trustedRootPem: acme.trustedRootPem } : {};

const ports = {
  flow: webhookFlowStore(table),
  deliveries: deliveryStore(table),
  webhooks: webhookStore(table),
  events: eventLogStore(table),
  queue: openLanes({
    fast: required(process.env, 'deliveryQueueUrl'),
    slow: required(process.env, 'slowDeliveryQueueUrl'),
  }),
  post: guardedPost({
    resolve: dnsResolver({ nameServers: settings.nameServers }),
    allowLoopback,
    plainHttp: settings.webhookHttp,
    ...localRoot,
  }),
  openSecrets: openSecrets((organizationId, webhookId, sealed) =>
    openSealed(sealing, sealed, webhookContext(organizationId, webhookId)),
  ),
  hostBudget: hostBudget(shareOf(settings.webhooks.concurrency + settings.webhooks.slowConcurrency)),
  openBreakers: openBreakers(),
  clock,
  jitter,
  newId: prefixedId,
  pause: briefPause,
  log,
  settings: settings.webhooks,
};

/** Attempts that are due. Messages that are to come again are named, so that the others of the batch are not sent twice. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const messages = Records.map(({ messageId, body }) => ({ id: messageId, body }));
  const failed = await deliver(messages, ports, clock());
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
