import type { Lane } from '../../shared/aws/queue.gateway.ts';

/**
 * So many of a lane's processes may work for one organization at once, however many webhooks it has: a process ends with its slowest
 * delivery, so an organization whose receivers all hang holds these, and leaves the others to everybody else.
 */
export function organizationShare(processes: number): number {
  return Math.max(1, Math.floor((processes * 2) / 3));
}

/** The slots of an organization in a lane of so many processes: attributes of one item. */
export function organizationSlots(lane: Lane, processes: number): string[] {
  return Array.from({ length: organizationShare(processes) }, (_, number) => `${lane}${number}`);
}
