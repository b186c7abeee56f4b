import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AcmeAccountStore, StoredAccount } from '../../lambdas/acme/account.store.ts';
import { omit } from '../../lambdas/shared/rows/omit.ts';
import type { Sealed } from '../../lambdas/shared/secrets/sealed.schema.ts';
import type { Clock } from '../../lambdas/shared/time/clock.gateway.ts';

/** External account binding of a CA (RFC 8555, section 7.3.4). `hmacKey` is base64url. */
export interface ExternalAccount {
  kid: string;
  hmacKey: string;
}

/** The account as the CA returns it (RFC 8555, section 7.1.2). */
interface ShownAccount {
  status: string;
  contact?: string[] | undefined;
}

/** acme-client's calls about an account. Each throws the CA's own message. */
export interface AccountClient {
  getAccountUrl(): string;
  createAccount(data: object): Promise<ShownAccount>;
  updateAccount(data?: object): Promise<ShownAccount>;
  updateAccountKey(pem: string): Promise<object>;
  revokeCertificate(pem: string, data?: object): Promise<unknown>;
}

export interface CaAccountPorts {
  stored: AcmeAccountStore;
  seal: (key: KeyObject) => Promise<Sealed>;
  open: (sealed: Sealed) => Promise<KeyObject>;
  client: (key: KeyObject, account: { url?: string; external?: ExternalAccount }) => AccountClient;
  clock: Clock;
}

export async function showAccount(ports: CaAccountPorts): Promise<Record<string, unknown>> {
  const { stored, client } = await openAccount(ports);
  return accountRow(stored, await client.updateAccount());
}

/**
 * Creates the account or finds the existing one: a CA identifies an account by its key. After a deactivation it creates a new
 * account with a new key.
 */
export async function registerAccount(
  ports: CaAccountPorts,
  { contacts, external }: { contacts: string[]; external?: ExternalAccount },
): Promise<Record<string, unknown>> {
  const stored = await accountToRegister(ports);
  const client = ports.client(await ports.open(stored.sealedKey), external ? { external } : {});
  const terms = { termsOfServiceAgreed: true, ...(contacts.length > 0 && { contact: contacts.map(mailto) }) };
  const account = await client.createAccount(terms).catch((refusal: unknown) => alreadyThere(client, contacts, refusal));
  const accountUrl = client.getAccountUrl();
  await ports.stored.setUrl(accountUrl);
  return accountRow({ ...stored, accountUrl }, account);
}

/**
 * For an existing account acme-client sends an update. A CA may refuse an update without changes; then the account is only read.
 */
async function alreadyThere(client: AccountClient, contacts: string[], refusal: unknown): Promise<ShownAccount> {
  if (contacts.length > 0 || !isKnown(client)) throw refusal;
  return client.updateAccount();
}

function isKnown(client: AccountClient): boolean {
  try {
    return client.getAccountUrl() !== '';
  } catch {
    return false;
  }
}

/** Without contacts the CA cannot notify anybody. */
export async function setContacts(ports: CaAccountPorts, contacts: string[]): Promise<Record<string, unknown>> {
  const { stored, client } = await openAccount(ports);
  return accountRow(stored, await client.updateAccount({ contact: contacts.map(mailto) }));
}

/**
 * Changes the account's key (RFC 8555, section 7.3.5). The new key is stored before the request to the CA, so a crash loses
 * nothing: the next call continues with it, as does a step that meets a CA which already has the new key.
 */
export async function changeKey(ports: CaAccountPorts): Promise<Record<string, unknown>> {
  const { stored, client, accountUrl } = await openAccount(ports);
  const pendingKey = stored.pendingKey ?? (await begunKeyChange(ports, stored));
  const nextKey = await ports.open(pendingKey);
  const next = ports.client(nextKey, { url: accountUrl });
  const isDone = stored.pendingKey !== undefined && (await isAnswered(next));
  if (!isDone) await client.updateAccountKey(pemOf(nextKey));
  const now = ports.clock();
  await ports.stored.endKeyChange(pendingKey, now);
  return accountRow({ ...omit(stored, 'pendingKey'), keyChangedAt: now.toISOString() }, await next.updateAccount());
}

/** Permanent (RFC 8555, section 7.3.6): the CA then neither issues nor revokes anything for the account. */
export async function deactivateAccount(ports: CaAccountPorts): Promise<Record<string, unknown>> {
  const { stored, client } = await openAccount(ports);
  const account = await client.updateAccount({ status: 'deactivated' });
  const now = ports.clock();
  await ports.stored.setDeactivated(stored, now);
  return accountRow({ ...stored, deactivatedAt: now.toISOString() }, account);
}

/** Only revokes. Servers keep serving the certificate. */
export async function revokeByHand(ports: CaAccountPorts, pem: string, reasonCode: number | undefined): Promise<void> {
  const { client } = await openAccount(ports);
  await client.revokeCertificate(pem, reasonCode === undefined ? {} : { reason: reasonCode });
}

async function openAccount(ports: CaAccountPorts) {
  const stored = await ports.stored.get();
  if (stored?.accountUrl === undefined)
    throw new Error('there is no account at this CA yet: the first order makes one, or `ca-account register`');
  const { accountUrl } = stored;
  return { stored, accountUrl, client: ports.client(await ports.open(stored.sealedKey), { url: accountUrl }) };
}

async function accountToRegister(ports: CaAccountPorts): Promise<StoredAccount> {
  const before = await ports.stored.get();
  if (before && before.deactivatedAt === undefined) return before;
  const account = { sealedKey: await ports.seal(newKey()), createdAt: ports.clock().toISOString() };
  if (before) await ports.stored.replaceDeactivated(before, account);
  else if (!(await ports.stored.create(account))) return accountToRegister(ports);
  return account;
}

async function begunKeyChange(ports: CaAccountPorts, stored: StoredAccount): Promise<Sealed> {
  const pendingKey = await ports.seal(newKey());
  if (await ports.stored.beginKeyChange(stored, pendingKey)) return pendingKey;
  throw new Error('somebody else is changing the key of this account at this moment: look with `ca-account show`');
}

/** A CA that does not answer now would not answer the key change either. */
async function isAnswered(client: AccountClient): Promise<boolean> {
  return client.updateAccount().then(
    () => true,
    () => false,
  );
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
}

export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function mailto(address: string): string {
  return `mailto:${address}`;
}

function accountRow(stored: StoredAccount, { status, contact = [] }: ShownAccount): Record<string, unknown> {
  const { accountUrl, createdAt, keyChangedAt, pendingKey, deactivatedAt } = stored;
  return {
    account: accountUrl,
    status,
    contacts: contact.join(', '),
    created_at: createdAt,
    ...(keyChangedAt !== undefined && { key_changed_at: keyChangedAt }),
    ...(deactivatedAt !== undefined && { deactivated_at: deactivatedAt }),
    ...(pendingKey && { key_change: 'begun and not finished: run `ca-account change-key` again' }),
  };
}
