import { organizationSlots } from '../model/webhooks/webhook-slots.ts';
import { laneName } from './process-memory.ts';

import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';

/** Beginning anywhere: who asks at once asks for different ones. `jitter` from 0 to 1. */
function inAnyOrder(slots: readonly string[], jitter: number): string[] {
  const start = Math.floor(jitter * slots.length);
  return [...slots.slice(start), ...slots.slice(0, start)];
}

/** The right of this process to work for an organization. */
export interface OrganizationSlot {
  /** Whether it is ours; asked for by the first who needs it. */
  take(): Promise<boolean>;
  /** When nothing more is sent. Never throws: a slot is free again by itself. */
  release(): Promise<void>;
}

/** The first guess may meet a slot that is taken, and the second somebody who was faster. */
const TRIES = 3;

/**
 * The slot of whoever brings this message, in its lane: one request to take it where the organization has no other work, one to
 * give it back.
 */
export function organizationSlot(
  { message }: Entry,
  { organizationSlots: store, busyOrganizations, settings, newId, clock, jitter, log }: DeliverPorts,
  { heldUntil }: Pick<Invocation, 'heldUntil'>,
): OrganizationSlot {
  const { organizationId, slow } = message;
  const holding = `${heldUntil} ${newId('lease')}`;
  let asked: Promise<string | undefined> | undefined;

  async function findSlot(): Promise<string | undefined> {
    const lane = slow ? 'slow' : 'fast';
    const processes = slow ? settings.slowConcurrency : settings.concurrency;
    let free = inAnyOrder(organizationSlots(lane, processes), jitter());
    for (let tried = 0; tried < TRIES; tried += 1) {
      const [slot] = free;
      if (slot === undefined) break;
      const answer = await store.take(organizationId, slot, holding, clock());
      if (answer.kind === 'taken') return slot;
      free = inAnyOrder(free.filter(answer.isFree), jitter());
    }
    busyOrganizations.learn(laneName(message), clock());
    return undefined;
  }

  async function foundOrNot(): Promise<string | undefined> {
    try {
      return await findSlot();
    } catch (cause) {
      log('error', 'the slot of an organization could not be taken', { organizationId, cause });
      return undefined;
    }
  }

  return {
    async take() {
      asked ??= foundOrNot();
      return (await asked) !== undefined;
    },
    async release() {
      const slot = await asked;
      if (slot === undefined) return;
      try {
        await store.release(organizationId, slot, holding);
      } catch (cause) {
        log('error', 'the slot of an organization could not be given back', { organizationId, cause });
      }
    },
  };
}
