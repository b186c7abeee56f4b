import { describe, expect, it } from 'vitest';
import { getTheme } from '../../../../lambdas/api/organization/get-theme.ts';
import { putTheme } from '../../../../lambdas/api/organization/put-theme.ts';
import { ThemeResource } from '../../../../lambdas/api/organization/theme.schema.ts';
import { wholeTheme } from '../../../../lambdas/model/accounts/portal/theme.ts';
import { aLogo, portalItems, TOKEN } from '../../model/accounts/portal/a-portal.ts';
import { apiCaller, itemsUnder, meanwhile, opened, organizationItem, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened([getTheme, putTheme], { base62: (length) => 'C'.repeat(length) }));
const path = '/api/organization/theme';
const get = () => call({ method: 'GET', path });
const put = (body: unknown) => call({ method: 'PUT', path, body });
const organization = organizationItem();
const hold = (...more: Record<string, unknown>[]) => tableHolds(organization, ...portalItems(), ...more);
const BRAND = { colors: { light: { accent: '#7A2E0E' } }, radius: 4, support_url: 'mailto:help@shop.example' };

describe('200: the theme', () => {
  it('the theme is the standard where none was set, and where there was no portal yet, and to read it writes nothing', async () => {
    for (const items of [hold(), tableHolds(organization)]) {
      const before = items.size;
      const { status, json } = await get();
      expect([status, ThemeResource.parse(json)]).toEqual([200, wholeTheme()]);
      expect(items.size).toBe(before);
    }
  });

  it('the theme that was set is read back whole, and can be sent back as it is, which changes nothing', async () => {
    const items = hold();
    const { status, json } = await put({ ...BRAND, logo: aLogo() });
    expect(status).toBe(200);
    expect(ThemeResource.parse(json)).toMatchObject({ radius: 4, font: 'system', logo: aLogo() });
    expect(json.colors.light.accent).toBe('#7a2e0e');
    expect((await get()).json).toEqual(json);
    const stored = items.get(`PORTAL#${TOKEN}|PORTAL`);
    expect((await put(json)).json).toEqual(json);
    expect(items.get(`PORTAL#${TOKEN}|PORTAL`)).toEqual(stored);
  });

  it.each([
    ['https:x.example', 'https://x.example/'],
    ['HTTPS:///Help.Example/Überuns?q="', 'https://help.example/%C3%9Cberuns?q=%22'],
    ['mailto:help@shop.example', 'mailto:help@shop.example'],
  ])('the theme keeps the link %j as the parser writes it', async (typed, kept) => {
    const items = hold();
    const { status, json } = await put({ support_url: typed });
    expect([status, json.support_url]).toEqual([200, kept]);
    expect(items.get(`PORTAL#${TOKEN}|PORTAL`)).toMatchObject({ theme: { support_url: kept } });
    expect((await put(json)).json).toEqual(json);
  });

  it('the theme is the whole of it: what is left out is the standard again, and a logo that is left out is gone', async () => {
    const items = hold();
    await put({ ...BRAND, logo: aLogo() });
    expect(itemsUnder(items, 'LOGO#')).toHaveLength(1);
    const { json } = await put({ radius: 9, logo: aLogo('image/webp') });
    expect(json).toMatchObject({ radius: 9, colors: wholeTheme().colors });
    expect(itemsUnder(items, 'LOGO#')).toEqual([expect.objectContaining({ data: aLogo('image/webp') })]);
    await put({});
    expect(itemsUnder(items, 'LOGO#')).toEqual([]);
    expect((await get()).json).toEqual(wholeTheme());
  });

  it('the theme’s change is on the audit record, with what is different and without the picture', async () => {
    const items = hold();
    await put({ ...BRAND, logo: aLogo() });
    const [entry, ...others] = itemsUnder(items, 'AUDIT#');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'organization.theme_changed',
      actor: { type: 'api_key' },
      after: { radius: 4, logo: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(JSON.stringify(entry)).not.toContain(aLogo());
  });

  it('the theme of an organization that has no portal yet comes with its portal', async () => {
    const items = tableHolds(organization);
    expect((await put(BRAND)).status).toBe(200);
    expect(items.get('ORG#org_A|PORTAL')).toMatchObject({ token: `opt_${'C'.repeat(32)}` });
    expect((await get()).json.radius).toBe(4);
  });

  it('the theme is decided again where somebody else was faster', async () => {
    const items = hold();
    meanwhile(() => {
      for (const item of portalItems({ version: 2, theme: { radius: 30 } })) items.set(`${item.pk}|${item.sk}`, item);
    });
    expect((await put(BRAND)).status).toBe(200);
    expect(items.get(`PORTAL#${TOKEN}|PORTAL`)).toMatchObject({ version: 3, theme: { radius: 4 } });
  });
});

describe('422: the theme', () => {
  it('the theme whose colours cannot be read is refused, with the ratio and the nearest shade, and nothing is written', async () => {
    const items = hold();
    const { status, json } = await put({ colors: { light: { text: '#777777' } } });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['colors.light.text']]);
    expect(json.error.details.errors['colors.light.text']).toEqual([expect.stringMatching(/4\.47:1.*#767676/)]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it('the theme with a link that is longer than 300 characters once the parser has written it is refused', async () => {
    hold();
    const { status, json } = await put({ support_url: `https://x.example/${'ü'.repeat(200)}` });
    expect([status, json.error.details.errors]).toEqual([422, { support_url: ['may have 300 characters'] }]);
  });

  it('the theme with a logo of 10 MB is too large for a body', async () => {
    hold();
    expect((await put({ logo: aLogo('image/png', 10_000_000) })).status).toBe(400);
  });
});
