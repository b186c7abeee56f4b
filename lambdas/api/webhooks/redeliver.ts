import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { isSlow } from '../../model/webhooks/circuit-breaker.ts';
import { deliveryId, isTest, newDelivery, nextSeries } from '../../model/webhooks/delivery.ts';
import { firstAttempt, nextAttempt, queueMessage } from '../../model/webhooks/delivery-message.ts';
import type { DeliverySeriesStore } from '../../model/webhooks/delivery-series.store.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { Queue } from '../../shared/aws/queue.gateway.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { readActionBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { RedeliverRequest } from './delivery-requests.schema.ts';
import { deliveryResource } from './delivery-resource.ts';
import { type FindDeliveryPorts, type FoundDelivery, findDelivery, noSuchDelivery } from './find-delivery.ts';
import { refuseDisabled } from './find-webhook.ts';
import { isForWebhook, missablePeriod } from './missed-events.ts';

export interface RedeliverPorts extends FindDeliveryPorts {
  events: EventLogStore;
  series: DeliverySeriesStore;
  queue: Queue;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** What is to be sent: with the delivery it had, or the event that was missed. */
interface Resendable extends FoundDelivery {
  event?: OutboxEvent;
}

const NO_BODY = ERROR_MESSAGES.conflict.deliveryTooOld;
const PENDING = ERROR_MESSAGES.conflict.deliveryPending;

/** One delivery again, or an event that was missed: a new series of attempts, the first of them at once. */
export function redeliver(ports: RedeliverPorts): ApiRoute {
  return {
    operation: 'redeliver',
    async prepare(request, caller) {
      const { event_id } = readActionBody(request, RedeliverRequest);
      refuseQuery(request);
      if (event_id !== undefined) refuseOtherEvent(event_id, request);
      const read = () => findResendable(event_id, request, caller, ports);
      const found = await read();
      return (call) => decideAndWrite(found, read, (latest) => begin(latest, call, ports), ports.pause);
    },
  };
}

function refuseOtherEvent(eventId: string, { params }: HttpRequest): void {
  const isOfThis = deliveryId(eventId, Number(params.id)) === params.delivery_id;
  if (!isOfThis) throw validationError({ event_id: [FIELD_PROBLEMS.otherEvent] });
}

async function findResendable(
  sent: string | undefined,
  request: HttpRequest,
  caller: Caller,
  ports: RedeliverPorts,
): Promise<Resendable> {
  const found = await findDelivery(ports, request, caller);
  const eventId = found.delivery?.eventId ?? sent;
  const hasBody = found.delivery !== undefined && isTest(found.delivery);
  const event = eventId === undefined || hasBody ? undefined : await ports.events.find(eventId);
  if (!found.delivery && !isMissed(event, found, request)) throw noSuchDelivery();
  return { ...found, ...(event && { event }) };
}

function isMissed(event: OutboxEvent | undefined, { webhook }: FoundDelivery, { now }: HttpRequest): boolean {
  return event?.organizationId === webhook.organizationId && isForWebhook(event, webhook, missablePeriod(webhook, now));
}

async function begin({ webhook, delivery, event }: Resendable, call: Call, ports: RedeliverPorts): Promise<HttpResponse> {
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
  const write = delivery ? ports.series.restart : ports.series.begin;
  await write(begun, call.now, audit, await call.keepAnswer(response));
  // A message that the queue does not take is sent when the delivery's row is due.
  await ports.queue.send([queueMessage({ ...nextAttempt(begun), slow: isSlow(webhook), body })]);
  return response;
}
