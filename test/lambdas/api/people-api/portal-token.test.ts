import { beforeEach, describe, expect, it } from 'vitest';
import { later } from '../../a-domain.ts';
import { itemsOf, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { portalItems, TOKEN } from '../../model/accounts/portal/a-portal.ts';
import { clock, itemsUnder, meanwhile, organizationItem, tableHolds } from '../api-caller.ts';
import { ask, person, sessionItem, sessionOf } from './an-app.ts';

const ROTATE = ['POST', '/portal-token/rotate'] as const;
const organization = organizationItem(ORGANIZATION);
const people = [...itemsOf(person('admin'), person('developer', {}, 'V')), sessionItem(), sessionItem(sessionOf('V'))];
const itemsOfPortal = (change: object = {}) => portalItems({ organizationId: ORGANIZATION, theme: { radius: 5 }, ...change });

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(organization, ...people, ...itemsOfPortal());
});
const audited = () => itemsUnder(items, 'AUDIT#').map(({ action, actor }) => [action, actor]);
const isThere = (token: string) => items.has(`PORTAL#${token}|PORTAL`);

describe('the token of the portal, rotated by a person', () => {
  it('makes another address, and ends the former one, for whoever may manage members', async () => {
    const { status, json } = await ask(...ROTATE);
    expect(status).toBe(200);
    const token = /\/portal\/(opt_\w{32})$/.exec(json.portal_url)?.[1] ?? '';
    expect([isThere(token), isThere(TOKEN)]).toEqual([true, false]);
    expect(audited()).toEqual([['organization.portal_token_rotated', expect.objectContaining({ type: 'user' })]]);
  });

  it('keeps a theme that somebody sets in the same moment', async () => {
    meanwhile(() => {
      for (const item of itemsOfPortal({ theme: { radius: 7 }, version: 2 })) items.set(`${item.pk}|${item.sk}`, item);
    });
    expect((await ask(...ROTATE)).status).toBe(200);
    expect(itemsUnder(items, 'PORTAL#').map(({ theme }) => theme)).toEqual([{ radius: 7 }]);
  });

  it('is refused to a developer, and without a sign-in of the last ten minutes', async () => {
    expect((await ask(...ROTATE, { letter: 'V' })).status).toBe(403);
    clock.now = later(600_000);
    expect((await ask(...ROTATE)).code).toBe('fresh_sign_in_required');
    expect([isThere(TOKEN), audited()]).toEqual([true, []]);
  });
});
