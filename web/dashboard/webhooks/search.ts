/** What the address of a webhook says of the list of its deliveries. */
export interface DeliverySearch {
  state?: string;
  /** The id of the one that is open. */
  delivery?: string;
  cursor?: string;
}

/** What is unknown, empty, or no text is left out. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { state, delivery, cursor } = search;
  return {
    ...(typeof state === 'string' && state !== '' && { state }),
    ...(typeof delivery === 'string' && delivery !== '' && { delivery }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
  };
}
