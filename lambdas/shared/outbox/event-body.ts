import type { EventName } from '../../../contract/api/events.ts';

export interface EventFacts {
  id: string;
  event: EventName;
  domainId?: number | undefined;
  createdAt: string;
  /** `{ domain }` or `{ webhook }` as the API shows it. */
  data: Record<string, unknown>;
}

/** The body of a delivery. It is written down once, as text: the same bytes in the event log and in every attempt. */
export function eventBody({ id, event, domainId, createdAt, data }: EventFacts): string {
  return JSON.stringify({ id, event, ...(domainId !== undefined && { domain_id: domainId }), created_at: createdAt, data });
}
