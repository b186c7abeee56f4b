import { ERROR_MESSAGES } from '../shared/contract/copy/error-messages.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Table, Write } from '../shared/table/table.store.ts';
import { expirySeconds } from '../shared/time/instant.ts';
import { type AgentCaller, CLOCK_TOLERANCE_SECONDS } from './agent-credentials.ts';

/** Nobody takes the signature any more by then, on any of our clocks. */
const KEPT_SECONDS = CLOCK_TOLERANCE_SECONDS + 300;
const hasCausedNothing = 'attribute_not_exists(pk)';

/**
 * Writes what a signed request causes, and that its signature has caused something: whoever sends the same request again causes
 * nothing and is answered nothing. Not with 401: a proxy between agent and service may send a poll twice, and the agent that gets the
 * second answer is to ask again soon.
 */
export async function oncePerSignature(
  { machine, signature }: AgentCaller,
  writes: Write[],
  table: Pick<Table, 'transact' | 'putWrite'>,
): Promise<void> {
  const key = keys.signature(machine.id, signature.id);
  const spent = { ...key, expiresAtSeconds: expirySeconds(signature.signedAt, KEPT_SECONDS) };
  try {
    await table.transact([table.putWrite(spent, { expression: hasCausedNothing }), ...writes]);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    throw new AppError('conflict', ERROR_MESSAGES.conflict.sentTwice, { cause: error });
  }
}
