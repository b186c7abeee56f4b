import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { AcmeAccountStore, StoredAccount } from '../../../lambdas/acme/account.store.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';

/** The shared table item: all processes read and write it, one at a time. */
export function aStoredAccount(): { item: { value?: StoredAccount }; store: AcmeAccountStore } {
  const item: { value?: StoredAccount } = {};
  const change = (changed: Partial<StoredAccount>) => {
    if (item.value) item.value = { ...item.value, ...changed };
  };
  return {
    item,
    store: {
      get: async () => item.value,
      create: async (account) => {
        if (item.value) return false;
        item.value = account;
        return true;
      },
      setUrl: async (accountUrl) => change({ accountUrl }),
      forgetUrl: async (accountUrl) => {
        if (item.value?.accountUrl === accountUrl) item.value = omit(item.value, 'accountUrl');
      },
      beginKeyChange: async (_, pendingKey) => {
        if (item.value?.pendingKey) return false;
        change({ pendingKey });
        return true;
      },
      endKeyChange: async (pendingKey) => {
        if (item.value?.pendingKey?.ciphertext !== pendingKey.ciphertext) return false;
        item.value = { ...omit(item.value, 'pendingKey'), sealedKey: pendingKey };
        return true;
      },
      setDeactivated: async (_, now) => change({ deactivatedAt: now.toISOString() }),
      replaceDeactivated: async (_, account) => {
        item.value = account;
      },
    },
  };
}

/** Unencrypted: only the tests of KMS need encryption. */
export function sealed(key: KeyObject): Sealed {
  return { dataKey: '', iv: '', tag: '', ciphertext: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

export async function opened({ ciphertext }: Sealed): Promise<KeyObject> {
  return createPrivateKey(ciphertext);
}
