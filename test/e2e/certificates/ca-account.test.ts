import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CaAccountPorts,
  changeKey,
  deactivateAccount,
  pemOf,
  registerAccount,
  revokeByHand,
  setContacts,
  showAccount,
} from '../../../bin/admin/ca-account.ts';
import { accountClients } from '../../../bin/admin/open-ca-account.ts';
import { leafPemOf } from '../../../contract/certificate-text.ts';
import { acmeAccountStore } from '../../../lambdas/acme/account.store.ts';
import { acmeAccounts } from '../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import { httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { REVOCATION_REASON_CODES } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { issue, must } from '../../bench/issuance/issue-with-ours.ts';
import { type Pebble, startPebble } from '../../bench/pebble.ts';
import { table } from '../operator.ts';

const EXTERNAL = { kid: 'customer-7', hmacKey: Buffer.alloc(32, 7).toString('base64url') };
const clock = () => new Date();

let pebble: Pebble;
beforeAll(async () => {
  pebble = await startPebble({ nonceRejectPercent: 5, externalAccounts: { [EXTERNAL.kid]: EXTERNAL.hmacKey } });
}, 120_000); // the first build of Pebble
afterAll(() => pebble.stop());

/** The account key is encoded instead of encrypted: these tests need no KMS. */
const sealed = (key: KeyObject): Sealed => ({ dataKey: '', iv: '', tag: '', ciphertext: pemOf(key) });
const open = async ({ ciphertext }: Sealed) => createPrivateKey(ciphertext);
let made = 0;
async function anAdministrator(): Promise<CaAccountPorts> {
  made += 1;
  return {
    stored: acmeAccountStore(table, `${pebble.directoryUrl}#${made}`),
    seal: async (key) => sealed(key),
    open,
    client: await accountClients(pebble),
    clock,
  };
}

async function aRegistered(): Promise<CaAccountPorts> {
  const ports = await anAdministrator();
  await registerAccount(ports, { contacts: ['ops@service.example'], external: EXTERNAL });
  return ports;
}

/** The CA ports of an issuance step. */
function aStep({ stored }: CaAccountPorts) {
  const acme = acmeGateway({ directoryUrl: pebble.directoryUrl, exchange: httpsExchange(pebble), clock });
  const never = () => expect.fail('a step makes no account here');
  const accounts = acmeAccounts({ stored, accountWrites: stored, newKey: never, seal: never, open, register: never, clock });
  return { acme, accounts, ca: certificateAuthority(acme, accounts) };
}

const order = (ports: CaAccountPorts) => aStep(ports).ca.newOrder('shop.customer.example');

const killed = () => Promise.reject(new Error('killed'));
const killedBeforeTheCa = (ports: CaAccountPorts): CaAccountPorts => ({
  ...ports,
  client: (...account) => Object.assign(ports.client(...account), { updateAccountKey: killed }),
});
const killedAfterTheCa = (ports: CaAccountPorts): CaAccountPorts => ({
  ...ports,
  stored: { ...ports.stored, endKeyChange: killed },
});

async function keyOf({ stored }: CaAccountPorts): Promise<string | undefined> {
  const account = await stored.get();
  return account && createPublicKey(await open(account.sealedKey)).export({ format: 'jwk' }).x;
}

describe('the account at the CA, by an administrator', () => {
  it('is bound to a customer of that CA by the key that it gave us', async () => {
    const ports = await anAdministrator();
    await expect(registerAccount(ports, { contacts: [] })).rejects.toThrow(/externalAccountBinding/);
    const registered = await registerAccount(ports, { contacts: ['ops@service.example'], external: EXTERNAL });
    expect(registered).toMatchObject({ status: 'valid', contacts: 'mailto:ops@service.example' });
    expect(await showAccount(ports)).toEqual(registered);
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
  });

  it('an account that is registered again is the same account, whether a contact is given or not', async () => {
    const ports = await aRegistered();
    const registered = await showAccount(ports);
    expect(await registerAccount(ports, { contacts: [] })).toEqual(registered);
    expect(await registerAccount(ports, { contacts: ['ops@service.example'] })).toEqual(registered);
  });

  it('the contacts of an account are replaced by the new ones', async () => {
    const ports = await aRegistered();
    expect(await setContacts(ports, ['night@service.example'])).toMatchObject({ contacts: 'mailto:night@service.example' });
    expect(await showAccount(ports)).toMatchObject({ contacts: 'mailto:night@service.example' });
  });

  it('an account whose key is changed is the same account, and a process that has the old key goes on ordering', async () => {
    const ports = await aRegistered();
    const warm = aStep(ports).ca;
    expect(await warm.newOrder('before.customer.example')).toMatchObject({ kind: 'ok' });
    const [key, { account }] = [await keyOf(ports), await showAccount(ports)];
    expect(await changeKey(ports)).toMatchObject({ account, status: 'valid', key_changed_at: expect.any(String) });
    expect(await keyOf(ports)).not.toBe(key);
    expect(await warm.newOrder('after.customer.example')).toMatchObject({ kind: 'ok' });
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
  });

  it('a change of the key that dies before the CA is told loses nothing, and the next try does it', async () => {
    const ports = await aRegistered();
    await expect(changeKey(killedBeforeTheCa(ports))).rejects.toThrow('killed');
    expect(await showAccount(ports)).toMatchObject({ key_change: expect.stringContaining('not finished') });
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
    expect(await changeKey(ports)).toMatchObject({ status: 'valid' });
    expect(await showAccount(ports)).not.toHaveProperty('key_change');
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
  });

  it('a change of the key that dies after the CA was told is finished by the next try', async () => {
    const ports = await aRegistered();
    await expect(changeKey(killedAfterTheCa(ports))).rejects.toThrow('killed');
    expect(await changeKey(ports)).toMatchObject({ status: 'valid', key_changed_at: expect.any(String) });
    expect(await showAccount(ports)).not.toHaveProperty('key_change');
  });

  it('a change of the key that dies after the CA was told is finished by the next order', async () => {
    const ports = await aRegistered();
    await expect(changeKey(killedAfterTheCa(ports))).rejects.toThrow('killed');
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
    expect(await ports.stored.get()).not.toHaveProperty('pendingKey');
    expect(await showAccount(ports)).toMatchObject({ status: 'valid' });
  });

  it('a certificate is revoked by hand', async () => {
    const ports = await aRegistered();
    const { acme, accounts } = aStep(ports);
    const chain = await issue(acme, must(await accounts.current()), pebble, 'revoked.customer.example');
    await revokeByHand(ports, leafPemOf(chain) ?? '', REVOCATION_REASON_CODES.superseded);
    await expect(revokeByHand(ports, leafPemOf(chain) ?? '', undefined)).rejects.toThrow(/already.*revoked/i);
  });

  it('a deactivated account orders nothing, and the one that is registered afterwards is another', async () => {
    const ports = await aRegistered();
    const { account } = await showAccount(ports);
    expect(await deactivateAccount(ports)).toMatchObject({ status: 'deactivated', deactivated_at: expect.any(String) });
    expect(await order(ports)).toMatchObject({ kind: 'problem' });
    const registered = await registerAccount(ports, { contacts: [], external: EXTERNAL });
    expect(registered).toMatchObject({ status: 'valid' });
    expect(registered.account).not.toBe(account);
    expect(await order(ports)).toMatchObject({ kind: 'ok' });
  });
});
