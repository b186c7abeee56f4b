import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { awsBusy } from '../shared/errors/named-errors.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Table, Write } from '../shared/table/table.store.ts';
import { expirySeconds } from '../shared/time/instant.ts';
import { type AgentCaller, CLOCK_TOLERANCE_SECONDS } from './agent-credentials.ts';

export interface OncePorts {
  table: Pick<Table, 'transact' | 'putWrite'>;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

/** Nobody takes the signature any more by then, on any of our clocks. */
const KEPT_SECONDS = CLOCK_TOLERANCE_SECONDS + 300;
const hasCausedNothing = 'attribute_not_exists(pk)';
/** All machines of a server ask at once when a certificate is announced, and each transaction touches the server: some half a second. */
const TRIES = 8;

/**
 * Writes what a signed request causes, and that its signature has caused something: whoever sends the same request again causes
 * nothing and is answered nothing. Not with 401: a proxy between agent and service may send a poll twice, and the agent that gets the
 * second answer is to ask again soon. Throws LostRace where a condition of `writes` has failed.
 */
export async function oncePerSignature(
  { machine, signature }: AgentCaller,
  writes: Write[],
  { table, pause }: OncePorts,
): Promise<void> {
  const key = keys.signature(machine.id, signature.id);
  const spent = { ...key, expiresAtSeconds: expirySeconds(signature.signedAt, KEPT_SECONDS) };
  for (let tried = 1; ; tried += 1) {
    try {
      return await table.transact([table.putWrite(spent, { expression: hasCausedNothing }), ...writes]);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      const [earlier, ...others] = error.found;
      if (earlier) throw new AppError('conflict', ERROR_MESSAGES.conflict.sentTwice, { cause: error });
      if (others.some((found) => found !== undefined)) throw error;
      // Nothing stood in the way but another transaction; or the server itself is gone, which the next request is told.
      if (tried === TRIES) throw awsBusy();
      await pause();
    }
  }
}
