// Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996) of the names that wait for an order at one CA account. Each
// organization is one flow, and all orders have the same length: tags are whole numbers.

/** Each class has its own queue: a first certificate, another order for a request that had one, a renewal that the CA counts. */
export const QUEUE_CLASSES = ['first', 'repeat', 'renewal'] as const;
export type QueueClass = (typeof QUEUE_CLASSES)[number];

/**
 * Of ten slots in a row, these belong to renewals and to repeats. They are never adjacent, so no class waits for two in a row.
 */
const RENEWALS_OWN = new Set([4, 9]);
const REPEATS_OWN = new Set([7]);
export const ROUND = 10;

/** The order in which the classes get the `turn`th slot. A class's own slot goes to others if none of its names waits. */
export function classesInTurn(turn: number): readonly QueueClass[] {
  const place = turn % ROUND;
  if (RENEWALS_OWN.has(place)) return ['renewal', 'first', 'repeat'];
  if (REPEATS_OWN.has(place)) return ['repeat', 'first', 'renewal'];
  return ['first', 'renewal', 'repeat'];
}

export function ownSlots(queueClass: QueueClass): number {
  return Array.from({ length: ROUND }, (_, turn) => classesInTurn(turn)[0]).filter((first) => first === queueClass).length;
}

/**
 * The tag of a name that joins: after the last one of its organization (`finishTag`, over all that ever joined), but not before
 * what was served meanwhile (`virtualTime`, the tag of the last one served). The organization's next name gets the tag after it.
 */
export function startTag(virtualTime: number | undefined, finishTag: number | undefined): number {
  return Math.max(virtualTime ?? 0, finishTag ?? 0);
}

/** The virtual time after a name was served. A name that was passed over and is served late does not set it back. */
export function virtualTimeAfter(virtualTime: number | undefined, servedTag: number): number {
  return Math.max(virtualTime ?? 0, servedTag);
}

const TAG_DIGITS = 12;

/** Sorts in the order of service: by class, by tag, then first come, first served. */
export function placeKey(of: { queueClass: QueueClass; tag: number; joinedAt: string; domainId: number }): string {
  return `${of.queueClass}#${String(of.tag).padStart(TAG_DIGITS, '0')}#${of.joinedAt}#${of.domainId}`;
}

export function tagOf(place: string): number {
  return Number(place.split('#')[1]);
}
export function joinedAtOf(place: string): string {
  return place.split('#')[2] ?? '';
}
export function classOf(place: string): QueueClass {
  const named = QUEUE_CLASSES.find((queueClass) => place.startsWith(`${queueClass}#`));
  if (named === undefined) throw new Error(`not a place in the queue: ${place}`);
  return named;
}
