import { readTexts } from '../parts/text/read-texts.ts';

/** What the address of a webhook says of the list of its deliveries. */
export interface DeliverySearch {
  state?: string;
  /** The id of the one that is open. */
  delivery?: string;
  cursor?: string;
}

/** What is unknown, empty, or no text is left out. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  return readTexts(search, ['state', 'delivery', 'cursor']);
}
