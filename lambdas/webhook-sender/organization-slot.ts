import { organizationSlots } from '../model/webhooks/webhook-slots.ts';
import { type OrganizationSlot, organizationSlot } from '../shared/slots/organization-slot.ts';
import { laneName } from './process-memory.ts';
import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';

/** The organization's slot in the message's lane; undefined if the table does not answer. */
export function laneSlot(
  { message }: Entry,
  { organizationSlots: store, busyOrganizations, settings, newId, clock, jitter, log }: DeliverPorts,
  { heldUntil }: Pick<Invocation, 'heldUntil'>,
): OrganizationSlot {
  const { organizationId, slow } = message;
  const names = slow
    ? organizationSlots('slow', settings.webhooks.slowConcurrency)
    : organizationSlots('fast', settings.webhooks.concurrency);
  const slot = organizationSlot({ organizationId, names, heldUntil }, { store, newId, clock, jitter, log });
  return {
    ...slot,
    async take() {
      try {
        const isTaken = await slot.take();
        if (!isTaken) busyOrganizations.learn(laneName(message), clock());
        return isTaken;
      } catch (cause) {
        log('error', 'the slot of an organization could not be taken', { organizationId, cause });
        return false;
      }
    },
  };
}
