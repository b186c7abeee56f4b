import type { StoredAccount } from './account.store.ts';
import type { ChallengeType } from './challenge.ts';
import type { ReadDirectory } from './exchange.gateway.ts';

/** How long a CA that gave no directory is not asked again for its names by whoever waits for them. */
export const SILENCE_REMEMBERED_SECONDS = 5;

/**
 * The CA's names in CAA records, none where it does not say them (RFC 8555, section 7.1.1); undefined where it does not answer.
 */
export async function caaIdentitiesOf(directory: ReadDirectory): Promise<readonly string[] | undefined> {
  const read = await directory();
  return read && (read.meta?.caaIdentities ?? []);
}

/**
 * The value of the CAA record that lets this service have certificates, and nobody else at the same CA (RFC 8659, section 4.2;
 * RFC 8657). Without `accountUrl`, which a CA says only when it is first asked, any account of the CA may, by the same ways of
 * validation.
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

/** What of our account at a CA says whether its records name it. */
export type CaaAccount = Partial<Pick<StoredAccount, 'accountUrl' | 'deactivatedAt'>> | undefined;

/** The URL of the account, while the CA takes something from it. */
export function usableAccountUrl(account: CaaAccount): string | undefined {
  return account?.deactivatedAt === undefined ? account?.accountUrl : undefined;
}

/** How a CA and our account there are found out. */
export interface CaaSources<Ca> {
  identitiesOf: (ca: Ca) => Promise<readonly string[] | undefined>;
  accountOf: (ca: Ca) => Promise<CaaAccount>;
}

/**
 * The values of the CAA records that let these CAs issue to our accounts, and nobody else's, and what each CA is called, by its
 * directory. One that does not say that now has its last name; one that does not answer and never has is left out until it does.
 * No values where a CA answers and has no name: the records of the others would forbid it.
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
