import { describe, expect, it } from 'vitest';
import { caStatus, type StatusPorts } from '../../../../bin/admin/status/ca-status-commands.ts';
import type { StoredAccount } from '../../../../lambdas/acme/account.store.ts';
import { afterAnswer, afterFailure, type CaHealth } from '../../../../lambdas/ca-limits/ca-health.ts';
import { placeKey, type QueueClass } from '../../../../lambdas/ca-limits/fair-queue.ts';
import type { Switches, SwitchName } from '../../../../lambdas/shared/switches/switches.store.ts';
import { later, NOW } from '../../../lambdas/a-domain.ts';

const problem = { type: 'urn:x', detail: 'ECONNREFUSED' };
const down = afterFailure(undefined, { problem, isCertain: true }, NOW, 300);
const account: StoredAccount = {
  sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' },
  accountUrl: 'https://ca.test/account/0',
  createdAt: NOW.toISOString(),
};

const nobody: StatusPorts['slots']['queue'] = { page: async () => ({ names: [] }) };

async function row(
  health?: CaHealth,
  stored?: StoredAccount,
  now = NOW,
  more: Partial<StatusPorts['slots']> = {},
  paused: Switches['paused'] = {},
) {
  const acme = { directoryUrl: 'https://ca.test/dir', ordersPerMinute: 60 };
  const slots = { acme, queue: nobody, budget: { read: async () => [{}] }, ...more };
  const ca = { caName: 'Test CA', slots, account: { get: async () => stored }, health: { get: async () => health } };
  const [status] = await caStatus([ca], { get: async () => ({ version: 1, paused }) }, now);
  return status;
}

const waitsFor = (queueClass: QueueClass, minutes: number, domainId: number, tag = 1) => {
  const place = placeKey({ queueClass, tag, joinedAt: later(-minutes * 60_000).toISOString(), domainId });
  return { place, tag, domainId, organizationId: `org_${domainId}` };
};

describe('the status of a CA', () => {
  it.each<[string, CaHealth | undefined, Date, RegExp]>([
    ['of which nothing is known', undefined, NOW, /^serving$/],
    ['that is spared', down, NOW, /^spared since .*ECONNREFUSED.*next at 2/],
    ['whose probe is due', down, later(301_000), /next by the next domain/],
    ['that is back', afterAnswer(down, NOW), NOW, /^serving again since/],
    ['that has failed once', { ...down, openedAt: undefined }, NOW, /^serving, after 1 failures/],
  ])('says so for one %s', async (_, health, now, expected) => {
    expect((await row(health, account, now))?.health).toMatch(expected);
  });

  it.each<[string, SwitchName, RegExp]>([
    ['that is paused', 'ca Test CA', /^paused since 2\S+ by root \(attacked\); spared since /],
    ['while all orders are', 'orders', /^new orders of everybody paused since 2\S+ by root \(attacked\); spared since /],
    ['while another one is paused', 'ca Other CA', /^spared since /],
  ])('names the pause before what it knows of one %s', async (_, name, expected) => {
    const paused = { [name]: { since: NOW.toISOString(), by: 'root', reason: 'attacked' } };
    expect((await row(down, account, NOW, {}, paused))?.health).toMatch(expected);
  });

  it.each<[string, StoredAccount | undefined, RegExp]>([
    ['none yet', undefined, /^none yet/],
    ['one', account, /account\/0, its key since/],
    ['one whose key is being changed', { ...account, pendingKey: account.sealedKey }, /not finished$/],
    ['one that was deactivated', { ...account, deactivatedAt: NOW.toISOString() }, /^deactivated/],
  ])('shows its account: %s', async (_, stored, expected) => {
    expect((await row(undefined, stored))?.account).toMatch(expected);
  });

  it('shows the published limits with source and date, and our budget', async () => {
    expect(await row()).toMatchObject({
      budget: '60 orders a minute, 60 of 60 at once left',
      limits: 'none that the service knows',
      queue: 'nobody waits',
    });
    const directoryUrl = 'https://acme-v02.api.letsencrypt.org/directory';
    const known = await row(undefined, undefined, NOW, { acme: { directoryUrl, ordersPerMinute: 60 } });
    expect(known?.limits).toMatch(/^300 orders in 3 hours.*read on \d{4}-\d\d-\d\d at https:\/\/letsencrypt\.org/);
  });

  it('shows what is left of our budget', async () => {
    const used = { budget: { read: async () => [{ arrivalMs: later(20_500).getTime() }] } };
    expect((await row(undefined, undefined, NOW, used))?.budget).toBe('60 orders a minute, 39 of 60 at once left');
    const spent = { budget: { read: async () => [{ arrivalMs: later(3_600_000).getTime() }] } };
    expect((await row(undefined, undefined, NOW, spent))?.budget).toContain(' 0 of 60');
  });

  it('counts the names that wait for it, page by page, and shows who has waited longest', async () => {
    const pages = [[waitsFor('first', 5, 1), waitsFor('first', 40, 2, 9)], [waitsFor('first', 1, 3)]];
    const page: StatusPorts['slots']['queue']['page'] = async (queueClass, startAt) => {
      if (queueClass === 'renewal') return { names: [waitsFor('renewal', 30, 4)] };
      if (queueClass === 'repeat') return { names: [] };
      const at = Number(startAt?.at ?? 0);
      return { names: pages[at] ?? [], ...(at === 0 && { next: { at: 1 } }) };
    };
    expect((await row(undefined, undefined, NOW, { queue: { page } }))?.queue).toBe(
      `3 first, 1 renewal; longest domain 2 of org_2, since ${later(-40 * 60_000).toISOString()}`,
    );
    const endless = { page: async () => ({ names: [waitsFor('first', 1, 1)], next: { at: 1 } }) };
    expect((await row(undefined, undefined, NOW, { queue: endless }))?.queue).toContain('20 or more first');
  });
});
