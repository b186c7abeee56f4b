import { readTexts } from '../parts/text/read-texts.ts';

/** Filters of the deliveries in a webhook's address. */
export interface DeliverySearch {
  state?: string;
  /** Id of the open delivery. */
  delivery?: string;
  cursor?: string;
}

/** Leaves out unknown, empty and non-text values. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  return readTexts(search, ['state', 'delivery', 'cursor']);
}
