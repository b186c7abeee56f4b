import * as z from 'zod/mini';
import { PAGE_PARAMETERS } from '../../shared/http/pagination/page-parameters.schema.ts';
import { SHOWN_STATES } from './delivery-resource.schema.ts';

/** The query of GET /webhooks/{id}/deliveries. */
export const ListDeliveriesQuery = z.strictObject({
  ...PAGE_PARAMETERS,
  state: z.optional(z.enum(SHOWN_STATES, `must be one of ${SHOWN_STATES.join(', ')}`)),
});

/** Where a page ended: deliveries that have a row by id, missed ones by their place in the event log. */
export const DeliveriesCursor = z.object({ before: z.optional(z.string()), after: z.optional(z.int()) });
export type DeliveriesCursor = z.infer<typeof DeliveriesCursor>;
