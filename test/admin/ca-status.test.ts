import { describe, expect, it } from 'vitest';
import { caStatus } from '../../admin/ca-status.ts';
import type { CaHealth } from '../../lambdas/lifecycle/ca-health/ca-health.schema.ts';
import { afterAnswer, afterFailure } from '../../lambdas/lifecycle/ca-health/ca-health.ts';
import type { StoredAccount } from '../../lambdas/steps/issuance/acme-account.store.ts';
import { later, NOW } from '../lambdas/a-domain.ts';

const problem = { type: 'urn:x', detail: 'ECONNREFUSED' };
const down = afterFailure(undefined, { problem, isCertain: true }, NOW, 300);
const account: StoredAccount = {
  sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' },
  accountUrl: 'https://ca.test/account/0',
  createdAt: NOW.toISOString(),
};

async function row(health?: CaHealth, stored?: StoredAccount, now = NOW, directoryUrl = 'https://ca.test/dir') {
  const ca = { caName: 'Test CA', directoryUrl, ordersPerMinute: 60 };
  const [status] = await caStatus([{ ...ca, account: { get: async () => stored }, health: { get: async () => health } }], now);
  return status;
}

describe('the status of a CA', () => {
  it.each<[string, CaHealth | undefined, Date, RegExp]>([
    ['of which nothing is known', undefined, NOW, /^serving$/],
    ['that is spared', down, NOW, /^spared since .*ECONNREFUSED.*next at 2/],
    ['whose probe is due', down, later(301_000), /next by the next domain/],
    ['that is back', afterAnswer(down, NOW), NOW, /^serving again since/],
    ['that has failed once', { ...down, openedAt: undefined }, NOW, /^serving, after 1 failures/],
  ])('the status of a CA %s says so', async (_, health, now, expected) => {
    expect((await row(health, account, now))?.health).toMatch(expected);
  });

  it.each<[string, StoredAccount | undefined, RegExp]>([
    ['none yet', undefined, /^none yet/],
    ['one', account, /account\/0, its key since/],
    ['one whose key is being changed', { ...account, pendingKey: account.sealedKey }, /not finished$/],
    ['one that was deactivated', { ...account, deactivatedAt: NOW.toISOString() }, /^deactivated/],
  ])('the status of a CA with an account tells of it: %s', async (_, stored, expected) => {
    expect((await row(undefined, stored))?.account).toMatch(expected);
  });

  it('the status of a CA has its published limits with source and date, and our budget', async () => {
    expect(await row()).toMatchObject({ budget: '60 orders a minute', limits: 'none that the service knows' });
    const known = await row(undefined, undefined, NOW, 'https://acme-v02.api.letsencrypt.org/directory');
    expect(known?.limits).toMatch(/^300 orders in 3 hours.*read on \d{4}-\d\d-\d\d at https:\/\/letsencrypt\.org/);
  });
});
