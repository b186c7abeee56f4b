import { expect, it } from 'vitest';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso } from '../a-domain.ts';
import { DOMAIN_ID, itemOf, itemsUnder, tableHolds, wholeRequests } from '../api/api-caller.ts';
import { portalItems } from '../model/accounts/portal/a-portal.ts';
import { aLink, follow, openDnsReader } from './a-visit.ts';

const DAY = 24 * HOUR;
const tenant = testTenantOf('org_A');
const checkedAt = iso(29 * DAY);
/** A domain after the test clock moved. Its next check is in a day. */
const played = (story: string) =>
  aDomain('active', {
    url: `shop.${story}.magic.test`,
    organizationId: tenant,
    cname: { everValidated: true },
    updatedAt: checkedAt,
    execution: { lastCheck: { at: checkedAt, nextAt: iso(31 * DAY) } },
  });

async function checkNow(story: string) {
  const clock = { ...keys.testClock(tenant), aheadMs: 30 * DAY };
  const items = tableHolds(...portalItems({ organizationId: tenant }), itemOf(played(story)), clock);
  const { status, text } = await follow(aLink(), { form: { action: 'check' } });
  const row = itemsUnder(items, `DOMAIN#${DOMAIN_ID}`).find(({ sk }) => sk === 'DOMAIN');
  return { status, text, row };
}

it('a domain of test mode is checked against its story and not DNS, and stays fine', async () => {
  const { status, text, row } = await checkNow('active');
  expect([status, openDnsReader.mock.calls.length]).toEqual([200, 0]);
  expect(text).toContain('data-code="ok"');
  expect(row).not.toHaveProperty('suspected');
  expect(wholeRequests().filter((request) => request.startsWith('GetItem'))).toHaveLength(1); // the test clock
});

it('what a check sees of it is of the time that the test clock shows', async () => {
  const { row } = await checkNow('moves-away');
  expect(row).toMatchObject({ suspected: { cname: { since: iso(30 * DAY) } } });
});

it('a visitor is not told whether the machines of its server are silent', async () => {
  const { row } = await checkNow('server-silent');
  expect(JSON.stringify(row)).not.toContain('server_silent');
});
