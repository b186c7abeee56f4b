import type { Clock } from '../../shared/time/clock.gateway.ts';
import { GithubKeys } from './leak-report.schema.ts';

const ADDRESS = 'https://api.github.com/meta/public_keys/secret_scanning';
/** GitHub allows 60 unauthenticated requests per hour and address, and Lambda functions share addresses. */
const REFETCH_AFTER_MS = 10 * 60_000;
const MAX_MS = 3000;

/** The PEM public key with which GitHub signs reports, by its identifier; undefined if GitHub does not list it. */
export type GithubKey = (identifier: string) => Promise<string | undefined>;

/** Fetches the list when a report names an unknown key, and rarely, because anybody can send a name. */
export function githubKeyReader(clock: Clock, get: typeof fetch = fetch): GithubKey {
  let known = new Map<string, string>();
  let askedAt = Number.NEGATIVE_INFINITY;
  return async (identifier) => {
    if (!known.has(identifier) && clock().getTime() - askedAt > REFETCH_AFTER_MS) {
      askedAt = clock().getTime();
      known = (await ask(get)) ?? known;
    }
    return known.get(identifier);
  };
}

async function ask(get: typeof fetch): Promise<Map<string, string> | undefined> {
  try {
    const answer = await get(ADDRESS, { redirect: 'error', signal: AbortSignal.timeout(MAX_MS) });
    const { public_keys: keys } = GithubKeys.parse(await answer.json());
    return new Map(keys.map(({ key_identifier: identifier, key }) => [identifier, key]));
  } catch {
    return undefined; // the report then counts as unsigned
  }
}
