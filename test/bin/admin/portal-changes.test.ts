import { beforeEach, expect, it } from 'vitest';
import { endPortalLinks, rotatePortalToken, setTheme } from '../../../bin/admin/portal-commands.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { portalStore } from '../../../lambdas/model/accounts/portal/portal.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, NOW } from '../../lambdas/a-domain.ts';
import { DOMAIN_ID, domains, itemOf, itemsUnder, meanwhile, newId, table, tableHolds } from '../../lambdas/api/api-caller.ts';
import { aLogo, portalItems, TOKEN } from '../../lambdas/model/accounts/portal/a-portal.ts';

const portals = portalStore(table);
const ports = {
  ...{ portals, domains, accounts: accountStore(table), newId },
  base62: (length: number) => 'C'.repeat(length),
  clock: () => NOW,
  pause: async () => {},
};
const NEXT = `opt_${'C'.repeat(32)}`;
const organization = { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() };

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(organization, ...portalItems({ theme: { radius: 5 }, logoId: 'a' }), itemOf(aDomain('awaiting-dns')));
});
const audited = () => itemsUnder(items, 'AUDIT#').map(({ action }) => action);

it('a portal whose token is rotated lies under the new one with its theme, and nothing under the former', async () => {
  expect(await rotatePortalToken('org_A', ports)).toBe(NEXT);
  expect(items.has(`PORTAL#${TOKEN}|PORTAL`)).toBe(false);
  expect(await portals.ofOrganization('org_A')).toMatchObject({ token: NEXT, theme: { radius: 5 }, logoId: 'a' });
  expect(audited()).toEqual(['organization.portal_token_rotated']);
});

it('a portal whose token is rotated while somebody sets its theme keeps that theme', async () => {
  meanwhile(() => {
    for (const item of portalItems({ theme: { radius: 7 }, version: 2 })) items.set(`${item.pk}|${item.sk}`, item);
  });
  await rotatePortalToken('org_A', ports);
  expect(await portals.ofOrganization('org_A')).toMatchObject({ token: NEXT, theme: { radius: 7 } });
});

it('a theme is set at the command line by the rules of the API', async () => {
  expect(await setTheme('org_A', { radius: 2, logo: aLogo() }, ports)).toBe(TOKEN);
  expect(await portals.ofOrganization('org_A')).toMatchObject({ theme: { radius: 2 }, logoId: expect.any(String) });
  expect(audited()).toEqual(['organization.theme_changed']);
  await expect(setTheme('org_A', { radius: 'x' }, ports)).rejects.toMatchObject({
    details: { errors: { radius: [expect.any(String)] } },
  });
  const unreadable = { colors: { dark: { text: '#333333' } } };
  await expect(setTheme('org_A', unreadable, ports)).rejects.toMatchObject({
    details: { errors: { 'colors.dark.text': [expect.any(String)] } },
  });
});

it('the links to a domain end by a number in its row, and nobody’s timeline says so', async () => {
  await endPortalLinks(DOMAIN_ID, ports);
  expect(await domains.get(DOMAIN_ID)).toMatchObject({ linkGeneration: 1 });
  expect(itemsUnder(items, `DOMAIN#${DOMAIN_ID}`).map(({ sk }) => sk)).toEqual(['DOMAIN']);
  expect(audited()).toEqual(['portal_links.ended']);
});

it('an organization or a domain that is not there is told so', async () => {
  await expect(rotatePortalToken('org_none', ports)).rejects.toThrow('There is no organization org_none.');
  await expect(endPortalLinks(1, ports)).rejects.toThrow('There is no domain 1.');
});
