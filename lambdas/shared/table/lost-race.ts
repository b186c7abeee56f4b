import type { Pause } from '../time/clock.gateway.ts';

/** A condition failed because another writer was first: read and decide again. */
export class LostRace extends Error {
  /** The items found where conditions failed, by the position of their write; only if the write requested them. */
  readonly found: readonly (Record<string, unknown> | undefined)[];
  /** The positions of the transaction's writes whose conditions failed. */
  readonly refused: readonly number[];
  constructor(found: readonly (Record<string, unknown> | undefined)[], cause: unknown, refused: readonly number[] = []) {
    super('somebody else wrote first', { cause });
    this.name = 'LostRace';
    this.found = found;
    this.refused = refused;
  }

  /** Another request used an item of the transaction at the same time. No condition failed, so nobody has done the same work. */
  get isConflict(): boolean {
    const { cause } = this;
    return cause instanceof Error && cause.name === 'TransactionCanceledException' && this.refused.length === 0;
  }
}

/** True when a write won its race. A conflict is thrown: nobody has done the same, so the caller must retry. */
export async function wonRace(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof LostRace && !error.isConflict) return false;
    throw error;
  }
}

/** The same for work that stays due: after a conflict, too, the next run does it. */
export async function wonRaceUnlessBusy(write: Promise<unknown>): Promise<boolean> {
  try {
    return await wonRace(write);
  } catch (error) {
    const isBusy = error instanceof LostRace || (error instanceof Error && error.name === 'TransactionConflictException');
    if (isBusy) return false;
    throw error;
  }
}

/**
 * Runs work that reads, decides and writes, and repeats all of it after a lost race, `tries` times in all. Throws the last
 * LostRace.
 */
export async function againAfterLostRace<T>(
  tries: number,
  work: () => Promise<T>,
  pause?: (lost: number) => Promise<void>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostRace) || tried === tries) throw error;
      await pause?.(tried);
    }
  }
}

/** Three tries in all: three lost races in a row mean a hot item, and the caller is told to retry later. */
const TRIES = 3;

/**
 * Decides on what was read, and writes; after a lost race it reads and decides again. The caller passes the first reading,
 * because an operation reads while its call is being counted (api/pipeline/serve-operation.ts). Throws the last LostRace. `pause`
 * waits for the other transaction to end.
 */
export async function decideAndWrite<Read, T>(
  first: Read,
  readAgain: () => Promise<Read>,
  write: (read: Read) => Promise<T>,
  pause: Pause,
  tries = TRIES,
): Promise<T> {
  let isFirst = true;
  return againAfterLostRace(
    tries,
    async () => {
      const read = isFirst ? first : await readAgain();
      isFirst = false;
      return write(read);
    },
    pause,
  );
}
