import type { Log } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import type { OrganizationSlotsStore } from './organization-slots.store.ts';

export interface SlotPorts {
  store: OrganizationSlotsStore;
  newId: (prefix: 'lease') => string;
  clock: Clock;
  /** From 0 to 1, new each time. */
  jitter: () => number;
  log: Log;
}

export interface WantedSlot {
  organizationId: string;
  /** Any of these. */
  names: readonly string[];
  /** When the slot is free again, even if this process dies. */
  heldUntil: string;
}

/** This process's permission to work for an organization. */
export interface OrganizationSlot {
  /** True when this process has it; the first caller takes it. Rejects if the table does not answer. */
  take(): Promise<boolean>;
  /** Call it when the work is over. Never rejects: the slot expires anyway. */
  release(): Promise<void>;
}

/** The first guess may hit a taken slot, and the second a faster process. */
const TRIES = 3;

/** One request to take a slot if the organization has no other work, one to release it. */
export function organizationSlot({ organizationId, names, heldUntil }: WantedSlot, ports: SlotPorts): OrganizationSlot {
  const { store, newId, clock, jitter, log } = ports;
  const holding = `${heldUntil} ${newId('lease')}`;
  let asked: Promise<string | undefined> | undefined;

  async function findSlot(): Promise<string | undefined> {
    let free = inAnyOrder(names, jitter());
    for (let tried = 0; tried < TRIES; tried += 1) {
      const [slot] = free;
      if (slot === undefined) break;
      const answer = await store.take(organizationId, slot, holding, clock());
      if (answer.kind === 'taken') return slot;
      free = inAnyOrder(free.filter(answer.isFree), jitter());
    }
    return undefined;
  }

  return {
    async take() {
      asked ??= findSlot();
      return (await asked) !== undefined;
    },
    async release() {
      try {
        const slot = await asked;
        if (slot !== undefined) await store.release(organizationId, slot, holding);
      } catch (cause) {
        log('error', 'the slot of an organization could not be given back', { organizationId, cause });
      }
    },
  };
}

/** Starts at a random slot, so that concurrent processes try different ones. `jitter` from 0 to 1. */
function inAnyOrder(slots: readonly string[], jitter: number): string[] {
  const start = Math.floor(jitter * slots.length);
  return [...slots.slice(start), ...slots.slice(0, start)];
}
