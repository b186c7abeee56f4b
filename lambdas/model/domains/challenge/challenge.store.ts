import * as z from 'zod/mini';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.store.ts';

/** What a CA is to be answered when it asks a hostname for this token. Nothing in it is secret. */
export const StoredChallenge = z.object({
  hostname: z.string(),
  keyAuthorization: z.string(),
  expiresAtSeconds: z.int(),
});
export type StoredChallenge = z.infer<typeof StoredChallenge>;

export function challengeStore(table: Table) {
  return {
    /**
     * A token belongs to one challenge for ever, so a repeat writes the same item. Beside it as that of its hostname: an agent
     * that is flooded with tokens is told the real one, whichever it asks about.
     */
    async put(token: string, challenge: StoredChallenge): Promise<void> {
      await Promise.all([
        table.put({ ...keys.challenge(token), ...challenge }),
        table.put({ ...keys.challenge(challenge.hostname), ...challenge }),
      ]);
    },

    async get(token: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(token)), now);
    },

    /** The one that was published last. */
    async ofHostname(hostname: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(hostname)), now);
    },
  };
}

function parseUnlessExpired(item: Record<string, unknown> | undefined, now: Date): StoredChallenge | undefined {
  const challenge = item && StoredChallenge.parse(item);
  return challenge && challenge.expiresAtSeconds > now.getTime() / 1000 ? challenge : undefined;
}
export type ChallengeStore = ReturnType<typeof challengeStore>;
