import { type EventName, isDomainEvent, isWebhookEvent } from '../../../contract/api/events.ts';
import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomainById } from '../../model/domains/find-domain.ts';
import { EXAMPLE_WEBHOOK_ID, eventExample, exampleEventId } from '../../model/events/event-examples.ts';
import { usesSlowLane } from '../../model/webhooks/circuit-breaker.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import { deliveryId, newDelivery } from '../../model/webhooks/delivery.ts';
import { firstAttempt, nextAttempt, queueMessage } from '../../model/webhooks/delivery-message.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { actionLimitExceeded } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { eventBody } from '../../shared/outbox/outbox.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { requirePermission } from '../pipeline/authorize.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { DeliveryResource } from './delivery-resource.schema.ts';
import { deliveryResource } from './delivery-resource.ts';
import { findWebhook, refuseDisabled, WEBHOOK_DISABLED_MESSAGE } from './find-webhook.ts';
import { TestWebhookRequest } from './webhook-requests.schema.ts';

interface Test {
  webhook: Webhook;
  event: TestWebhookRequest['event'];
  domain: FoundDomain | undefined;
}

/** A receiver may take 30 s. After this wait the caller gets the delivery's state, and finds the rest in the delivery log. */
const MAX_WAIT_MS = 10_000;
/** Pauses between checks: a healthy receiver answers within the first. */
const POLL_PAUSES_MS = [200, 200, 300, 400, 500];

type SendingPorts = Pick<
  Rows,
  'deliveries' | 'deliverySeries' | 'actionCounts' | 'deliveryQueue' | 'newId' | 'clock' | 'pauseFor'
>;

/** Sends a sample event and waits for the receiver's answer. */
export const testWebhook = defineOperation({
  id: 'testWebhook',
  clientMethod: 'webhooks.test',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.tested', facts: ['after'] },
  summary: 'Send a test',
  description:
    'Sends a signed sample of an event, by default `webhook.test`, and waits for the answer of the receiver: 10 s, then `state` is still `pending`, and the delivery can be looked at later. Possible once in 10 s. A test is one attempt, never retried, with `is_test: true` in its signed body and the header `x-service-test: true`. The status is 200 whether or not the receiver took it: `state` says that. Without `domain_id` it shows a made-up domain. It is in no event log and in no timeline, no replay sends it again, and it is sent even where deliveries are held back because the receiver does not answer.',
  body: { schema: TestWebhookRequest, example: () => ({ event: 'certificate.issued' }), isOptional: true },
  answer: { status: 200, description: 'The delivery of the sample.', schema: DeliveryResource, example: exampleTest },
  conflict: WEBHOOK_DISABLED_MESSAGE,
  prepare:
    (ports: SendingPorts & Pick<Rows, 'webhooks' | 'domains'>) =>
    async ({ request, caller, body: { event, domain_id } }) => {
      if (domain_id !== undefined) requirePermission(caller, 'domains.read');
      const webhook = await findWebhook(ports.webhooks, request, caller);
      const domain = domain_id === undefined ? undefined : await findDomainById(ports.domains, domain_id, caller);
      return (call) => send({ webhook, event, domain }, call, ports);
    },
});

function exampleTest() {
  const createdAt = '2026-11-21T09:50:00.113Z';
  const eventId = exampleEventId(createdAt);
  return {
    id: deliveryId(eventId, EXAMPLE_WEBHOOK_ID),
    livemode: true,
    event_id: eventId,
    event: 'certificate.issued',
    state: 'succeeded',
    created_at: createdAt,
    attempts: [{ at: '2026-11-21T09:50:00.402Z', milliseconds: 91, status: 200, reply: 'ok' }],
    is_test: true,
  };
}

async function send({ webhook, event, domain }: Test, call: Call, ports: SendingPorts): Promise<HttpResponse> {
  refuseDisabled(webhook);
  await takeTurn(webhook, call, ports);
  const id = ports.newId('evt');
  const body = sampleBody({ id, event, webhook, domain, now: call.now });
  const delivery = testDelivery(webhook, { id, event, body }, call.now);
  const audit = auditEntry(call, ports.newId('aud'), {
    action: 'webhook.tested',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: { event, delivery_id: delivery.id },
  });
  await ports.deliverySeries.begin(delivery, call.now, audit);
  await ports.deliveryQueue.send([queueMessage({ ...nextAttempt(delivery), slow: usesSlowLane(webhook), body })]);
  return { status: 200, json: deliveryResource(await awaitAttempt(delivery, ports)) };
}

async function takeTurn(
  { organizationId, id }: Webhook,
  { now }: Call,
  { actionCounts }: Pick<Rows, 'actionCounts'>,
): Promise<void> {
  const taken = await actionCounts.take(keys.webhookActions(organizationId, id), now, ACTION_LIMITS.test.perSeconds);
  if (taken.kind === 'refused') throw actionLimitExceeded('test', 'webhook', taken.againAt, now);
}

/** Has no domain id, so that no domain's timeline shows the test. */
function testDelivery(webhook: Webhook, sample: { id: string; event: Delivery['event']; body: string }, now: Date): Delivery {
  const { organizationId, id } = webhook;
  const event = { ...sample, kind: 'event' as const, organizationId, createdAt: now.toISOString(), notify: true };
  return { ...newDelivery(firstAttempt(event, id)), body: sample.body };
}

/** The delivery after its attempt, or its state when the wait is over. */
async function awaitAttempt(
  sent: Delivery,
  { deliveries, clock, pauseFor }: Pick<Rows, 'deliveries' | 'clock' | 'pauseFor'>,
): Promise<Delivery> {
  const begun = clock().getTime();
  let latest = sent;
  for (let poll = 0; latest.attempts.length === 0 && latest.state === 'pending'; poll += 1) {
    const left = begun + MAX_WAIT_MS - clock().getTime();
    if (left <= 0) break;
    await pauseFor(Math.min(left, POLL_PAUSES_MS[poll] ?? 500));
    latest = (await deliveries.get(sent.organizationId, sent.webhookId, sent.id)) ?? latest;
  }
  return latest;
}

interface Sample {
  id: string;
  event: EventName;
  webhook: Webhook;
  /** The domain in an event about a domain. Absent: the reference's example. */
  domain?: ShownDomain | undefined;
  now: Date;
}

export function sampleBody({ id, event, webhook, domain, now }: Sample): string {
  const createdAt = now.toISOString();
  const shown = webhookResource(webhook, now);
  const facts = { id, event, livemode: shown.livemode, isTest: true, createdAt };
  if (isWebhookEvent(event)) return eventBody({ ...facts, data: { webhook: shown } });
  if (domain && isDomainEvent(event))
    return eventBody({ ...facts, domainId: domain.id, data: { domain: domainResource(domain) } });
  const { domain_id: domainId, data } = eventExample(event);
  return eventBody({ ...facts, domainId, data });
}
