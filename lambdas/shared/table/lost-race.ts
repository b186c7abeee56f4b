import type { Pause } from '../time/clock.gateway.ts';

/** A condition failed because somebody else wrote first: read and decide again. */
export class LostRace extends Error {
  /** The items found where conditions failed, by the position of their write; only where the write asked for them. */
  readonly found: readonly (Record<string, unknown> | undefined)[];
  /** The positions of the writes of a transaction whose conditions failed. */
  readonly refused: readonly number[];
  constructor(found: readonly (Record<string, unknown> | undefined)[], cause: unknown, refused: readonly number[] = []) {
    super('somebody else wrote first', { cause });
    this.name = 'LostRace';
    this.found = found;
    this.refused = refused;
  }

  /** Another request was at work on an item of the transaction. No condition failed, so nobody has done the same. */
  get isConflict(): boolean {
    const { cause } = this;
    return cause instanceof Error && cause.name === 'TransactionCanceledException' && this.refused.length === 0;
  }
}

/** Whether a write won its race. A conflict is thrown: nobody has done the same, so whoever called has to try again. */
export async function wonRace(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof LostRace && !error.isConflict) return false;
    throw error;
  }
}

/** The same for work that stays due: after a conflict, too, it is left to the next run. */
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
 * Does work that reads, decides and writes, and after a lost race all of it again, `tries` times in all. The last loss is thrown.
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

/** Three times in all: what three in a row have won is a hot item, and the caller is told to come again. */
const TRIES = 3;

/**
 * Decides on what was read, and writes; after a lost race it reads again and decides again. The first reading is handed in: an
 * operation reads while its call is being counted (api/pipeline/serve-operation.ts). The last loss is thrown. `pause`: a moment
 * for another's transaction to end.
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
