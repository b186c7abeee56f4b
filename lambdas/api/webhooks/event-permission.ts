import { EVENT_NAMES, isAboutWebhook } from '../../../contract/api/events.ts';
import type { Caller } from '../pipeline/api-route.ts';
import { requirePermission } from '../pipeline/authenticate.ts';

/**
 * Throws the 403 of a key that would have domains sent to where it chooses, and may not read them. What goes once more to an
 * address that was chosen before (a redelivery, a replay, a test) tells the key nothing.
 */
export function requireForEvents(caller: Caller, events: readonly string[]): void {
  if (events.some(isAboutDomains)) requirePermission(caller, 'domains.read');
}

/** `*` is about everything. */
function isAboutDomains(event: string): boolean {
  const known = EVENT_NAMES.find((name) => name === event);
  return known === undefined || !isAboutWebhook(known);
}
