import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { StoredAccount } from '../../../lambdas/acme/account.store.ts';
import { acmeAccounts, publicJwk } from '../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import { NOW } from '../a-domain.ts';
import { CA_URL, DIRECTORY_URL, InMemoryCa, problem } from '../steps/issuance/in-memory-ca.ts';
import { aStoredAccount, opened, sealed } from './a-stored-account.ts';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

/** A Lambda process that shares the stored account. Sealing does not encrypt. */
function aProcess(ca: InMemoryCa, stored: ReturnType<typeof aStoredAccount>, open = opened) {
  const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: ca.exchange, clock: () => NOW });
  const accounts = acmeAccounts({
    stored: stored.store,
    accountWrites: stored.store,
    newKey,
    seal: async (key) => sealed(key),
    open,
    register: (key) => acme.newAccount(key, undefined),
    clock: () => NOW,
  });
  return { accounts, ca: certificateAuthority(acme, accounts) };
}

describe('the account at the CA', () => {
  it('is one, however many processes make their first use of it at once', async () => {
    const ca = new InMemoryCa();
    const stored = aStoredAccount();
    const processes = Array.from({ length: 8 }, () => aProcess(ca, stored));
    const accounts = await Promise.all(processes.map(({ accounts }) => accounts.current()));
    expect(ca.accounts).toHaveLength(1);
    expect(new Set(accounts.map((account) => account.kind === 'ok' && account.value.url))).toEqual(
      new Set([`${CA_URL}/account/0`]),
    );
  });

  it('is requested once in a process', async () => {
    const ca = new InMemoryCa();
    const { accounts } = aProcess(ca, aStoredAccount());
    await Promise.all([accounts.current(), accounts.current()]);
    await accounts.current();
    expect(ca.requests.filter((request) => request === 'POST /account')).toHaveLength(1);
  });

  it('is not requested again by a process that finds it in the table', async () => {
    const ca = new InMemoryCa();
    const stored = aStoredAccount();
    await aProcess(ca, stored).accounts.current();
    ca.requests.length = 0;
    await aProcess(ca, stored).accounts.current();
    expect(ca.requests).toEqual([]);
  });

  it('keeps its key when the CA was down at the first use', async () => {
    const ca = new InMemoryCa();
    const stored = aStoredAccount();
    ca.instead.push({ match: /dir/, result: { kind: 'failed', reason: 'ECONNREFUSED' } });
    const { accounts } = aProcess(ca, stored);
    expect(await accounts.current()).toMatchObject({ kind: 'problem' });
    const key = stored.item.value?.sealedKey;
    expect(await accounts.current()).toMatchObject({ kind: 'ok' });
    expect(stored.item.value?.sealedKey).toEqual(key);
  });

  it('places no order while KMS denies its key, and the same process does when it does not', async () => {
    const { ca, stored } = await aUsedAccount();
    const open = vi.fn(opened).mockRejectedValueOnce(new Error('KMS denies'));
    const { ca: authority } = aProcess(ca, stored, open);
    ca.orders.length = 0;
    await expect(authority.newOrder('shop.customer.com')).rejects.toThrow('KMS denies');
    expect(ca.orders).toEqual([]);
    expect(await authority.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    expect(ca.orders).toHaveLength(1);
  });

  it('is registered again with the same key, in the same call, if it was forgotten there', async () => {
    const ca = new InMemoryCa();
    const stored = aStoredAccount();
    const one = aProcess(ca, stored);
    await one.ca.newOrder('shop.customer.com');
    const key = stored.item.value?.sealedKey;
    ca.accounts.length = 0; // a CA that lost its accounts, like a restarted Pebble
    expect(await one.ca.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    expect(ca.accounts).toHaveLength(1);
    expect(stored.item.value?.sealedKey).toEqual(key);
  });

  it('is used with a new key, in the same call, if that was changed while a process lives', async () => {
    const { ca, stored, process } = await aUsedAccount();
    const key = newKey();
    ca.accounts[0] = publicJwk(key);
    stored.item.value = { ...stored.item.value, sealedKey: sealed(key) } as StoredAccount;
    expect(await process.ca.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    ca.requests.length = 0;
    expect(await process.ca.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    expect(ca.requests).toEqual(['POST /order']);
  });

  it('has a change of its key that died before the table was written completed by the next order', async () => {
    const { ca, stored, process } = await aUsedAccount();
    const key = newKey();
    ca.accounts[0] = publicJwk(key);
    stored.item.value = { ...stored.item.value, pendingKey: sealed(key) } as StoredAccount;
    expect(await process.ca.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    expect(stored.item.value).toMatchObject({ sealedKey: sealed(key) });
    expect(stored.item.value).not.toHaveProperty('pendingKey');
  });

  it('keeps its key after a change that died before it was sent', async () => {
    const { ca, stored, process } = await aUsedAccount();
    const before = stored.item.value;
    stored.item.value = { ...before, pendingKey: sealed(newKey()) } as StoredAccount;
    expect(await process.ca.newOrder('shop.customer.com')).toMatchObject({ kind: 'ok' });
    ca.instead.push({ match: /order/, result: problem(403, 'unauthorized') });
    expect(await process.ca.newOrder('shop.customer.com')).toMatchObject({
      problem: { type: expect.stringContaining('unauthorized') },
    });
    expect(stored.item.value).toMatchObject({ sealedKey: before?.sealedKey, pendingKey: expect.anything() });
  });
});

async function aUsedAccount() {
  const ca = new InMemoryCa();
  const stored = aStoredAccount();
  const process = aProcess(ca, stored);
  await process.ca.newOrder('shop.customer.com');
  return { ca, stored, process };
}
