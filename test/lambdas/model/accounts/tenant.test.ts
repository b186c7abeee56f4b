import { describe, expect, it } from 'vitest';
import {
  isTestTenant,
  livemodeOf,
  liveOrganizationOf,
  modeOf,
  tenantOf,
  testTenantOf,
} from '../../../../lambdas/model/accounts/tenant.ts';
import { prefixedId } from '../../../../lambdas/shared/ids/ids.gateway.ts';

const live = 'org_01KAHZ5Q8X9V7W6T5S4R3Q2P1N';
const test = testTenantOf(live);

describe('the test tenant of an organization', () => {
  it('leads back, and has itself as its own', () => {
    expect(test).not.toBe(live);
    expect(liveOrganizationOf(test)).toBe(live);
    expect(liveOrganizationOf(live)).toBe(live);
    expect(testTenantOf(test)).toBe(test);
  });

  it('is told from every id that is drawn for an organization', () => {
    expect(isTestTenant(test)).toBe(true);
    for (let drawn = 0; drawn < 100; drawn += 1) expect(isTestTenant(prefixedId('org'))).toBe(false);
  });

  it('has the mode `test`, and livemode false', () => {
    expect([modeOf(test), livemodeOf(test)]).toEqual(['test', false]);
    expect([modeOf(live), livemodeOf(live)]).toEqual(['live', true]);
    expect([tenantOf(live, 'test'), tenantOf(test, 'live')]).toEqual([test, live]);
  });

  it('has no character that parts a key of the table', () => {
    expect(test).toMatch(/^[0-9A-Za-z_]+$/);
  });
});
