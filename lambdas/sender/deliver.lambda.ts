import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { dnsResolver } from '../dns/wire/resolver.gateway.ts';
import { receiverMemoryStore } from '../model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../model/webhooks/webhook.store.ts';
import { webhookSlotsStore } from '../model/webhooks/webhook-slots.store.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { guardedPost } from '../shared/net/http-post.gateway.ts';
import { openSealed, openSealingKey } from '../shared/secrets/kms.gateway.ts';
import { webhookContext } from '../shared/secrets/sealing-context.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import { briefPause, jitter } from '../shared/time/clock.gateway.ts';
import { deliver } from './deliver.ts';
import { openDeliveries } from './open-deliveries.gateway.ts';
import { busyOrganizations, hostBudget, openBreakers, shareOf } from './process-memory.ts';
import { openSecrets } from './sign-delivery.ts';

const { settings, table, logAbout, ports: common } = openDeliveries(process.env);
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));

/** Receivers on a developer's machine show certificates of the local CA. */
const { allowLoopback, acme } = settings;
const localRoot = allowLoopback && acme.trustedRootPem !== undefined ? { trustedRootPem: acme.trustedRootPem } : {};

const ports = {
  ...common,
  slots: webhookSlotsStore(table),
  organizationSlots: organizationSlotsStore(table, keys.organizationSlots),
  webhooks: webhookStore(table),
  receivers: receiverMemoryStore(table),
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
  busyOrganizations: busyOrganizations(),
  jitter,
  pause: briefPause,
};

/** Attempts that are due. Messages that are to come again are named, so that the others of the batch are not sent twice. */
export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(({ Records }) => {
    const messages = Records.map(({ messageId, body }) => ({ id: messageId, body }));
    return deliver(messages, ports, ports.clock());
  });
