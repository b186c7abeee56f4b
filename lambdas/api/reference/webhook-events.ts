import { EVENT_NAMES, type EventName } from '../../../contract/api/events.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import type { TAGS } from '../pipeline/tags.ts';
import { deliveryParameters } from './delivery-parameters.ts';
import { EVENT_PAYLOADS } from './event-payloads.schema.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import type { JsonSchemas } from './json-schemas.ts';

const tag: keyof typeof TAGS = 'Webhooks';

/** What the service does after each status of a receiver (webhook-sender/retry-policy.ts). */
const RESPONSES = {
  '2XX': {
    description: 'The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure.',
  },
  '3XX': { description: 'The delivery has failed for good: a redirect is never followed.' },
  '410': { description: 'The delivery has failed for good, and the webhook is disabled.' },
  '4XX': { description: 'The delivery has failed for good, 429 too.' },
  '5XX': {
    description:
      'The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours.',
  },
};

/** The `webhooks` of the OpenAPI document: the request that a receiver gets, by event. */
export function webhookEvents(schemas: JsonSchemas): Record<EventName, object> {
  const operations = EVENT_NAMES.map((event) => [event, { post: receiverOperation(event, schemas) }]);
  return Object.fromEntries(operations);
}

function receiverOperation(event: EventName, schemas: JsonSchemas) {
  const { sentWhen, whatToDo, isNotSentYet } = EVENT_TEXTS[event];
  const name = `${event.split(/[._]/).map(capitalize).join('')}Event`;
  const notYet = isNotSentYet ? ['This version does not send it yet.'] : [];
  return {
    operationId: `on${name}`,
    tags: [tag],
    summary: event,
    description: [`Is sent ${sentWhen}`, whatToDo, ...notYet].join('\n\n'),
    ...(isNotSentYet && { 'x-not-sent-yet': true }),
    security: [],
    parameters: deliveryParameters,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.named(name, EVENT_PAYLOADS[event], 'answer'), example: eventExample(event) },
      },
    },
    responses: RESPONSES,
  };
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
