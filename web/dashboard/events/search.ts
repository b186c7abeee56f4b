/** What the address of the event log says of it. */
export interface EventSearch {
  event?: string;
  /** The id of a domain. */
  domain?: string;
  cursor?: string;
}

/** What is unknown, empty, or no text is left out. */
export function readEventSearch({ event, domain, cursor }: Record<string, unknown>): EventSearch {
  return {
    ...(typeof event === 'string' && event !== '' && { event }),
    // The router reads what looks like a number as one.
    ...(/^\d{1,16}$/.test(String(domain)) && { domain: String(domain) }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
  };
}
