import { type EventName, isAboutDomain, isAboutWebhook } from '../../../contract/api/events.ts';
import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomainById } from '../../model/domains/find-domain.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import { isSlow } from '../../model/webhooks/circuit-breaker.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import type { DeliveryStore } from '../../model/webhooks/delivery.store.ts';
import { newDelivery } from '../../model/webhooks/delivery.ts';
import { firstAttempt, nextAttempt, queueMessage } from '../../model/webhooks/delivery-message.ts';
import type { DeliverySeriesStore } from '../../model/webhooks/delivery-series.store.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { Queue } from '../../shared/aws/queue.gateway.ts';
import { actionLimitExceeded } from '../../shared/errors/app-error.ts';
import { readActionBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { eventBody } from '../../shared/outbox/outbox.schema.ts';
import type { ActionStore } from '../../shared/table/action.store.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { requirePermission } from '../pipeline/authenticate.ts';
import { deliveryResource } from './delivery-resource.ts';
import { findWebhook, refuseDisabled } from './find-webhook.ts';
import { TestWebhookRequest } from './webhook-requests.schema.ts';

interface TestWebhookPorts {
  webhooks: WebhookStore;
  domains: DomainStore;
  deliveries: DeliveryStore;
  series: DeliverySeriesStore;
  actions: ActionStore;
  queue: Queue;
  newId: (prefix: 'aud' | 'evt') => string;
  clock: Clock;
  wait: (milliseconds: number) => Promise<void>;
}

/** What is asked for, with all that is known of it. */
interface Test {
  webhook: Webhook;
  event: TestWebhookRequest['event'];
  domain: FoundDomain | undefined;
}

/** A receiver may take 30 s; the caller is told what is known after these, and finds the rest in the log of deliveries. */
const LONGEST_WAIT_MS = 10_000;
/** Between two checks: a receiver that is well answers within the first. */
const POLL_PAUSES_MS = [200, 200, 300, 400, 500];

/** Sends a sample, and waits for the receiver's answer. */
export function testWebhook(ports: TestWebhookPorts): ApiRoute {
  return {
    operation: 'testWebhook',
    async prepare(request, caller) {
      const { event, domain_id } = readActionBody(request, TestWebhookRequest);
      refuseQuery(request);
      if (domain_id !== undefined) requirePermission(caller, 'domains.read');
      const webhook = await findWebhook(ports.webhooks, request, caller);
      const domain = domain_id === undefined ? undefined : await findDomainById(ports.domains, domain_id, caller);
      return (call) => send({ webhook, event, domain }, call, ports);
    },
  };
}

async function send({ webhook, event, domain }: Test, call: Call, ports: TestWebhookPorts): Promise<HttpResponse> {
  refuseDisabled(webhook);
  await takeTurn(webhook, call, ports.actions);
  const id = ports.newId('evt');
  const body = sampleBody({ id, event, webhook, domain, now: call.now });
  const delivery = testDelivery(webhook, { id, event, body }, call.now);
  const audit = auditEntry(call, ports.newId('aud'), {
    action: 'webhook.tested',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: { event, delivery_id: delivery.id },
  });
  await ports.series.begin(delivery, call.now, audit);
  await ports.queue.send([queueMessage({ ...nextAttempt(delivery), slow: isSlow(webhook), body })]);
  return { status: 200, json: deliveryResource(await awaitAttempt(delivery, ports)) };
}

async function takeTurn({ organizationId, id }: Webhook, { now }: Call, actions: ActionStore): Promise<void> {
  const taken = await actions.take(keys.webhookActions(organizationId, id), now, ACTION_LIMITS.test.perSeconds);
  if (taken.kind === 'refused') throw actionLimitExceeded('test', 'webhook', taken.againAt, now);
}

/** Without a domain id: no domain's timeline tells of a test. */
function testDelivery(webhook: Webhook, sample: { id: string; event: Delivery['event']; body: string }, now: Date): Delivery {
  const { organizationId, id } = webhook;
  const event = { ...sample, kind: 'event' as const, organizationId, createdAt: now.toISOString(), notify: true };
  return { ...newDelivery(firstAttempt(event, id)), body: sample.body };
}

/** The delivery once it was tried, or as it is when the caller has waited long enough. */
async function awaitAttempt(sent: Delivery, { deliveries, clock, wait }: TestWebhookPorts): Promise<Delivery> {
  const begun = clock().getTime();
  let latest = sent;
  for (let poll = 0; latest.attempts.length === 0 && latest.state === 'pending'; poll += 1) {
    const left = begun + LONGEST_WAIT_MS - clock().getTime();
    if (left <= 0) break;
    await wait(Math.min(left, POLL_PAUSES_MS[poll] ?? 500));
    latest = (await deliveries.get(sent.organizationId, sent.webhookId, sent.id)) ?? latest;
  }
  return latest;
}

interface Sample {
  id: string;
  event: EventName;
  webhook: Webhook;
  /** Shown in an event about a domain; where it is absent, the example of the reference is. */
  domain?: ShownDomain | undefined;
  now: Date;
}

/** The body of a test: what such an event looks like. */
export function sampleBody({ id, event, webhook, domain, now }: Sample): string {
  const createdAt = now.toISOString();
  const shown = webhookResource(webhook, now);
  const facts = { id, event, livemode: shown.livemode, isTest: true, createdAt };
  if (isAboutWebhook(event)) return eventBody({ ...facts, data: { webhook: shown } });
  if (domain && isAboutDomain(event))
    return eventBody({ ...facts, domainId: domain.id, data: { domain: domainResource(domain) } });
  const { domain_id: domainId, data } = eventExample(event);
  return eventBody({ ...facts, domainId, data });
}
