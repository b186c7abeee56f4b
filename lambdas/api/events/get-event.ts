import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import { eventResource, isVisibleTo } from '../../model/events/event-resource.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { EventResource } from './event-resource.schema.ts';

export const getEvent = defineOperation({
  id: 'getEvent',
  clientMethod: 'events.get',
  tag: 'Events',
  reach: 'organization',
  summary: 'Get an event',
  description: 'What a delivery of it says: the domain or webhook as it was at that moment.',
  answer: {
    status: 200,
    description: 'The event.',
    schema: EventResource,
    example: () => eventExample('certificate.issued'),
  },
  prepare:
    ({ eventLog }: Pick<Rows, 'eventLog'>) =>
    async ({ request: { params, now }, caller }) => {
      const id = EventId.safeParse(params.id);
      const event = id.success ? await eventLog.find(id.data) : undefined;
      if (!event || !isVisibleTo(event, caller.organizationId, now)) {
        throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.event);
      }
      return () => ({ status: 200, json: eventResource(event) });
    },
});
