import { againAfterLostRace } from './lost-race.ts';

/** Three times in all: what three in a row have won is a hot item, and the caller is told to come again. */
const TRIES = 3;

/**
 * Decides on what was read, and writes; after a lost race it reads again and decides again. The first reading is handed in: an
 * operation reads while its call is being counted (api/pipeline/api-route.ts). The last loss is thrown. `pause`: a moment
 * for another's transaction to end.
 */
export async function decideAndWrite<Read, T>(
  first: Read,
  readAgain: () => Promise<Read>,
  write: (read: Read) => Promise<T>,
  pause: () => Promise<void>,
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
