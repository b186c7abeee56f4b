import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { eventResource, isShown } from '../../model/events/event-resource.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

export function getEvent({ events }: { events: EventLogStore }): ApiRoute {
  return {
    operation: 'getEvent',
    async prepare(request, { organizationId }) {
      refuseQuery(request);
      const id = EventId.safeParse(request.params.id);
      const event = id.success ? await events.find(id.data) : undefined;
      if (!event || !isShown(event, organizationId, request.now)) {
        throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.event);
      }
      return () => ({ status: 200, json: eventResource(event) });
    },
  };
}
