import { describe, expect, it } from 'vitest';
import { intervalMs } from '../../../lambdas/ca-limits/gcra.ts';
import {
  accountLimit,
  caAccount,
  exemptsReplacements,
  hostnameLimits,
  organizationLimit,
  queueClassOf,
} from '../../../lambdas/ca-limits/order-limits.ts';
import { aDomain, iso } from '../a-domain.ts';

const ours = { directoryUrl: 'https://ca.test/dir', ordersPerMinute: 60 };
const letsEncrypt = { directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', ordersPerMinute: 60 };
const first = aDomain('preparing', { url: 'shop.customer.co.uk', cname: { host: 'shop' } });
const repeated = { ...first, issuance: { ...first.issuance, issuanceDeadlineAt: iso(1) } };
const renewed = { ...first, served: aDomain('active').served };

describe('the limits of an order', () => {
  it("are, at a CA that publishes none, the stage's own, and of its organization half a day of them", () => {
    expect(accountLimit(ours).limit).toEqual({ count: 60, windowSeconds: 60 });
    expect(organizationLimit(ours, 'org_A')).toEqual({ key: 'org:org_A', limit: { count: 43_200, windowSeconds: 86_400 } });
    expect(hostnameLimits(first, ours)).toEqual([]);
    expect(exemptsReplacements(ours)).toBe(false);
    expect(caAccount(ours)).toBe(ours.directoryUrl);
  });

  it("are, at Let's Encrypt, the published ones by registered domain and name, and renewals that say so count for none", () => {
    expect(intervalMs(accountLimit(letsEncrypt).limit)).toBe(36_000);
    expect(organizationLimit(letsEncrypt, 'org_A').limit.count).toBe(1_200);
    expect(hostnameLimits(first, letsEncrypt)).toEqual([
      { key: 'domain:customer.co.uk', limit: { count: 50, windowSeconds: 604_800 } },
      { key: 'name:shop.customer.co.uk', limit: { count: 5, windowSeconds: 604_800 } },
    ]);
    expect(exemptsReplacements(letsEncrypt)).toBe(true);
  });

  it('are those of the first one for a repeat, and leave the registered domain out for a renewal', () => {
    expect([first, repeated, renewed].map(queueClassOf)).toEqual(['first', 'repeat', 'renewal']);
    expect(hostnameLimits(repeated, letsEncrypt)).toEqual(hostnameLimits(first, letsEncrypt));
    expect(hostnameLimits(renewed, letsEncrypt).map(({ key }) => key)).toEqual(['name:shop.customer.co.uk']);
  });

  it('are what a stage says where the CA has granted it more', () => {
    const granted = { ...letsEncrypt, ordersPerMinute: 1_000, ordersPerOrganizationPerDay: 7 };
    const limits = { ordersPerAccount: { count: 3_000, windowSeconds: 10_800 }, certificatesPerName: undefined };
    expect(intervalMs(accountLimit({ ...granted, limits }).limit)).toBe(3_600);
    expect(organizationLimit(granted, 'org_A').limit.count).toBe(7);
    expect(hostnameLimits(renewed, { ...granted, limits })[0]?.limit.count).toBe(5);
  });
});
