import type { Domain } from '../model/domains/domain-row.schema.ts';
import { type OrganizationSlot, organizationSlot, type SlotPorts } from '../shared/slots/organization-slot.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** Three functions check DNS: in an execution, from the queue, and for an API caller. Each has its own processes. */
export type Lane = 'step' | 'queue' | 'api';

/** No process lives longer than 30 s (lib/lifecycle/lifecycle-steps.ts, lib/api/public-api.ts), so none outlives its slot. */
const HELD_SECONDS = 35;

export type SlotOf = (organizationId: string) => OrganizationSlot;

/** Limits the processes of a lane that check DNS for one organization at once, however slow its name servers are. */
export function checkSlots(lane: Lane, processes: number, ports: SlotPorts): SlotOf {
  const names = Array.from({ length: processes }, (_, number) => `${lane}${number}`);
  return (organizationId) =>
    organizationSlot({ organizationId, names, heldUntil: addSeconds(ports.clock(), HELD_SECONDS) }, ports);
}

/** True when this process may check DNS for the domain's organization. Called once, when the organization is known. */
type HasSlot = (domain: Pick<Domain, 'organizationId'>) => Promise<boolean>;

/** Runs work that needs a slot of one organization, then releases the slot. */
export async function withSlot<T>(slotOf: SlotOf, work: (admits: HasSlot) => Promise<T>): Promise<T> {
  let slot: OrganizationSlot | undefined;
  try {
    return await work(({ organizationId }) => {
      slot ??= slotOf(organizationId);
      return slot.take();
    });
  } finally {
    await slot?.release();
  }
}
