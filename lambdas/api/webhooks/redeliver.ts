import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { usesSlowLane } from '../../model/webhooks/circuit-breaker.ts';
import { deliveryId, isTest, newDelivery, nextSeries } from '../../model/webhooks/delivery.ts';
import { firstAttempt, nextAttempt, queueMessage } from '../../model/webhooks/delivery-message.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { exampleDelivery } from './delivery-example.ts';
import { RedeliverRequest } from './delivery-requests.schema.ts';
import { DeliveryResource } from './delivery-resource.schema.ts';
import { deliveryResource } from './delivery-resource.ts';
import { type FoundDelivery, findDelivery, noSuchDelivery } from './find-delivery.ts';
import { refuseDisabled, WEBHOOK_DISABLED_MESSAGE } from './find-webhook.ts';
import { isForWebhook, missedPeriod } from './missed-events.ts';

/** What to send: an existing delivery, or the missed event. */
interface Resendable extends FoundDelivery {
  event?: OutboxEvent;
}

const NO_BODY = ERROR_MESSAGES.conflict.deliveryTooOld;
const PENDING = ERROR_MESSAGES.conflict.deliveryPending;

type FindingPorts = Pick<Rows, 'webhooks' | 'deliveries' | 'eventLog'>;
type BeginningPorts = Pick<Rows, 'deliverySeries' | 'deliveryQueue' | 'newId'>;

/** Repeats a delivery or sends a missed event: a new series of attempts, the first one now. */
export const redeliver = defineOperation({
  id: 'redeliver',
  clientMethod: 'webhooks.redeliver',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.redelivered', facts: ['after'] },
  summary: 'Send a delivery again',
  description:
    'A delivery that has succeeded or failed begins anew: the same body and `webhook-id`, a new series of attempts, the first at once. For a missed one send its `event_id`.',
  body: { schema: RedeliverRequest, example: () => ({}), isOptional: true },
  answer: {
    status: 200,
    description: 'The delivery, pending.',
    schema: DeliveryResource,
    example: () => ({ ...exampleDelivery(), state: 'pending' }),
  },
  conflict: WEBHOOK_DISABLED_MESSAGE,
  prepare:
    (ports: FindingPorts & BeginningPorts & Pick<Rows, 'pause'>) =>
    async ({ request, caller, body: { event_id } }) => {
      if (event_id !== undefined) refuseOtherEvent(event_id, request);
      const read = () => findResendable(event_id, request, caller, ports);
      const found = await read();
      return (call) => decideAndWrite(found, read, (latest) => begin(latest, call, ports), ports.pause);
    },
});

function refuseOtherEvent(eventId: string, { params }: HttpRequest): void {
  const isOfThis = deliveryId(eventId, Number(params.id)) === params.delivery_id;
  if (!isOfThis) throw validationError({ event_id: [FIELD_PROBLEMS.otherEvent] });
}

async function findResendable(
  sent: string | undefined,
  request: HttpRequest,
  caller: Caller,
  ports: FindingPorts,
): Promise<Resendable> {
  const found = await findDelivery(ports, request, caller);
  const eventId = found.delivery?.eventId ?? sent;
  const hasBody = found.delivery !== undefined && isTest(found.delivery);
  const event = eventId === undefined || hasBody ? undefined : await ports.eventLog.find(eventId);
  if (!found.delivery && !isMissed(event, found, request)) throw noSuchDelivery();
  return { ...found, ...(event && { event }) };
}

function isMissed(event: OutboxEvent | undefined, { webhook }: FoundDelivery, { now }: HttpRequest): boolean {
  return event?.organizationId === webhook.organizationId && isForWebhook(event, webhook, missedPeriod(webhook, now));
}

async function begin({ webhook, delivery, event }: Resendable, call: Call, ports: BeginningPorts): Promise<HttpResponse> {
  refuseDisabled(webhook);
  if (delivery?.state === 'pending') throw new AppError('conflict', PENDING);
  const body = delivery?.body ?? event?.body;
  if (body === undefined) throw new AppError('conflict', NO_BODY);
  const begun = delivery ? nextSeries(delivery) : newDelivery(firstAttempt(event as OutboxEvent, webhook.id));
  const response = { status: 200, json: deliveryResource(begun) };
  const audit = auditEntry(call, ports.newId('aud'), {
    action: 'webhook.redelivered',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: { delivery_id: begun.id },
  });
  const write = delivery ? ports.deliverySeries.restart : ports.deliverySeries.begin;
  await write(begun, call.now, audit, await call.answerWrites(response));
  // If the queue refuses the message, the delivery is sent when its row is due.
  await ports.deliveryQueue.send([queueMessage({ ...nextAttempt(begun), slow: usesSlowLane(webhook), body })]);
  return response;
}
