import type { StoredAccount } from './account.store.ts';
import type { ChallengeType } from './challenge.ts';
import type { ReadDirectory } from './exchange.gateway.ts';

/** After a CA gave no directory, callers that wait for its names do not ask it again for this long. */
export const NO_DIRECTORY_RETRY_SECONDS = 5;

/** The CA's names in CAA records; empty if it lists none (RFC 8555, section 7.1.1), undefined if it does not answer. */
export async function caaIdentitiesOf(directory: ReadDirectory): Promise<readonly string[] | undefined> {
  const read = await directory();
  return read && (read.meta?.caaIdentities ?? []);
}

/**
 * The CAA value that permits this service, and no other account at the same CA (RFC 8659, section 4.2; RFC 8657). Without
 * `accountUrl`, which the CA assigns at registration, any account may use the same validation methods.
 */
export function ownCaaRecord(
  identity: string,
  accountUrl: string | undefined,
  methods: readonly ChallengeType[],
  tag: 'issue' | 'issuewild' = 'issue',
): string {
  const account = accountUrl === undefined ? '' : `; accounturi=${accountUrl}`;
  return `0 ${tag} "${identity}; validationmethods=${methods.join()}${account}"`;
}

/** The account fields that decide whether CAA records name the account. */
export type CaaAccount = Partial<Pick<StoredAccount, 'accountUrl' | 'deactivatedAt'>> | undefined;

export function usableAccountUrl(account: CaaAccount): string | undefined {
  return account?.deactivatedAt === undefined ? account?.accountUrl : undefined;
}

export interface CaaSources<Ca> {
  identitiesOf: (ca: Ca) => Promise<readonly string[] | undefined>;
  accountOf: (ca: Ca) => Promise<CaaAccount>;
}

/**
 * The CAA values that permit these CAs to issue to our accounts only, and each CA's name from its directory. A CA that is down
 * keeps its last name; one that has never answered is left out. There are no values if a CA answers without a name: the records
 * of the others would forbid it.
 */
export async function ownCaaRecords<Ca extends { directoryUrl: string }>(
  cas: readonly Ca[],
  methods: readonly ChallengeType[],
  { identitiesOf, accountOf }: CaaSources<Ca>,
  lastNames: Readonly<Record<string, string>> = {},
): Promise<{ values: string[]; names: Record<string, string> }> {
  const found = await Promise.all(
    cas.map(async (ca) => {
      const identities = await identitiesOf(ca);
      return { ca, isSilent: identities === undefined, name: identities?.[0] ?? lastNames[ca.directoryUrl] };
    }),
  );
  const named = found.flatMap(({ ca, name }) => (name === undefined ? [] : [{ ca, name }]));
  const names = Object.fromEntries(named.map(({ ca, name }) => [ca.directoryUrl, name]));
  if (found.some(({ isSilent, name }) => !isSilent && name === undefined)) return { values: [], names };
  const recordOf = async (ca: Ca, name: string) => ownCaaRecord(name, usableAccountUrl(await accountOf(ca)), methods);
  const values = await Promise.all(named.map(({ ca, name }) => recordOf(ca, name)));
  return { values: [...new Set(values)], names };
}
