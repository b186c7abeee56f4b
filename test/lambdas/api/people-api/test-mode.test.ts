import { beforeEach, describe, expect, it } from 'vitest';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain } from '../../a-domain.ts';
import { itemsOf, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { DOMAIN_ID, itemOf, itemsUnder, organizationItem, tableHolds, wholeRequests } from '../api-caller.ts';
import { ask, person, sessionItem, sessionOf } from './an-app.ts';

const TEST = testTenantOf(ORGANIZATION);
const [live, played] = [DOMAIN_ID, DOMAIN_ID + 16];
const organization = organizationItem(ORGANIZATION, 'Acme');
const people = [...itemsOf(person('developer'), person('viewer', {}, 'V')), sessionItem(), sessionItem(sessionOf('V'))];

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(
    organization,
    { ...keys.limits(ORGANIZATION) },
    ...people,
    itemOf(aDomain('active', { organizationId: ORGANIZATION })),
    itemOf(aDomain('active', { organizationId: TEST, id: played, url: 'shop.active.magic.test' })),
  );
});
const statusOf = async (path: string) => (await ask('GET', path)).status;
const NEW_KEY = { name: 'ci', permissions: ['domains.read'] };

describe('a person below /app/v1/test', () => {
  it('sees test data, and of live data what there is of nobody’s; and the reverse', async () => {
    expect([await statusOf(`/test/domains/${played}`), await statusOf(`/test/domains/${live}`)]).toEqual([200, 404]);
    expect([await statusOf(`/domains/${live}`), await statusOf(`/domains/${played}`)]).toEqual([200, 404]);
  });

  it('is told the mode with what the role allows there, and the organization itself', async () => {
    const { json } = await ask('GET', '/test/me');
    expect(json).toMatchObject({ mode: 'test', organization_id: ORGANIZATION, organization_name: 'Acme' });
    expect(json.permissions).toContain('keys.write');
    const { json: inLive } = await ask('GET', '/me');
    expect([inLive.mode, inLive.permissions.includes('keys.write')]).toEqual(['live', false]);
  });

  it('who is a developer makes test keys, and no live ones', async () => {
    const { status, json } = await ask('POST', '/test/keys', { body: { ...NEW_KEY, mode: 'test' } });
    expect([status, json.livemode, json.id.slice(0, 12)]).toEqual([201, false, 'cps_pk_test_']);
    expect(items.get(`KEY#${json.id}|KEY`)).toMatchObject({ organizationId: TEST });
    expect((await ask('POST', '/keys', { body: NEW_KEY })).status).toBe(403);
    const { status: refused, json: why } = await ask('POST', '/test/keys', { body: { ...NEW_KEY, mode: 'live' } });
    expect([refused, Object.keys(why.error.details.errors)]).toEqual([422, ['mode']]);
  });

  it('finds the members and sessions of the organization', async () => {
    const [inTest, inLive] = [await ask('GET', '/test/members'), await ask('GET', '/members')];
    expect(inTest.json.members).toHaveLength(2);
    expect(inTest.json).toEqual(inLive.json);
    expect((await ask('GET', '/test/sessions')).json.data).toHaveLength(1);
    expect((await ask('GET', '/test/organizations')).json.data).toEqual([{ id: ORGANIZATION, name: 'Acme', is_this: true }]);
  });

  it('makes the place of test data with the first request, with server 1, once', async () => {
    expect(items.has(`ORG#${TEST}|ORG`)).toBe(false);
    await ask('GET', '/test/me');
    expect(itemsUnder(items, `ORG#${TEST}`).map(({ sk }) => sk)).toEqual(
      expect.arrayContaining(['ORG', 'USE', 'LIMITS', 'COUNTS', 'SERVER#0000000000000001']),
    );
    const entries = itemsUnder(items, `AUDIT#${TEST}#changes`).map(({ action, actor }) => [action, actor]);
    expect(entries.toSorted()).toEqual([
      ['organization.created', { type: 'service' }],
      ['server.created', { type: 'service' }],
    ]);
    const before = wholeRequests().length;
    await ask('GET', '/test/me');
    expect(wholeRequests().slice(before)).toEqual([
      expect.stringMatching(/^BatchGetItem USER#\S+ SESSION#.* LIMITS$/),
      expect.stringMatching(/^UpdateItem ORG#\S+ MEMBER#/),
      expect.stringMatching(/^GetItem ORG#\S+ ORG$/),
    ]);
  });

  it('makes nothing where a viewer only looks at live data', async () => {
    await ask('GET', '/me', { letter: 'V' });
    expect(itemsUnder(items, `ORG#${TEST}`)).toEqual([]);
  });
});
