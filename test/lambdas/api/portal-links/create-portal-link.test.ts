import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../contract/stack/settings.schema.ts';
import { createPortalLink } from '../../../../lambdas/api/portal-links/create-portal-link.ts';
import { PortalLinkResource } from '../../../../lambdas/api/portal-links/portal-link.schema.ts';
import { readPortalLink } from '../../../../lambdas/model/accounts/portal/portal-link.ts';
import { aDomain, HOUR, later, NOW } from '../../a-domain.ts';
import { portalItems, TOKEN } from '../../model/accounts/portal/a-portal.ts';
import { settings } from '../../settings.ts';
import {
  type ApiCall,
  apiCaller,
  DOMAIN_ID,
  itemOf,
  opened,
  organizationItem,
  serviceSecret,
  tableHolds,
} from '../api-caller.ts';

const onStage = (changes: Partial<Settings>) =>
  apiCaller(opened([createPortalLink], { settings: { ...settings, ...changes }, base62: (length) => 'C'.repeat(length) }));
const call = onStage({ siteUrl: 'https://certificates.example.net' });
const path = `/api/domains/${DOMAIN_ID}/portal-link`;
const ask = (more: Partial<ApiCall> = {}) => call({ path, ...more });
const organization = organizationItem();
const hold = (...more: Record<string, unknown>[]) =>
  tableHolds(organization, ...portalItems(), itemOf(aDomain('awaiting-dns', { linkGeneration: 3 })), ...more);
const linkIn = (url: string) => url.split('#s=')[1] ?? '';

describe('200: a link', () => {
  it('a link leads to the organization’s portal, for this domain, for seven days where nothing else is asked', async () => {
    hold();
    const { status, json } = await ask();
    expect(status).toBe(200);
    const { url, expires_at } = PortalLinkResource.parse(json);
    expect(url).toMatch(`https://certificates.example.net/portal/${TOKEN}#s=v1.`);
    const link = { domainId: DOMAIN_ID, expiresAt: new Date(expires_at), generation: 3 };
    expect(readPortalLink(TOKEN, linkIn(url), serviceSecret, NOW)).toEqual({ kind: 'valid', link });
    expect(Math.abs(Date.parse(expires_at) - later(168 * HOUR).getTime())).toBeLessThan(1000);
  });

  it('a link speaks the language that is asked for, and ends when it is asked to', async () => {
    hold();
    const { json } = await ask({ body: { locale: 'pt-BR', expires_in_hours: 1 } });
    expect(json.url).toMatch(`/portal/${TOKEN}?lang=pt-BR#s=v1.`);
    expect(Math.abs(Date.parse(json.expires_at) - later(HOUR).getTime())).toBeLessThan(1000);
  });

  it('a link makes the portal of an organization that has none yet', async () => {
    const items = tableHolds(organization, itemOf(aDomain('awaiting-dns')));
    expect((await ask()).json.url).toMatch(`/portal/opt_${'C'.repeat(32)}#s=`);
    expect(items.get(`PORTAL#opt_${'C'.repeat(32)}|PORTAL`)).toMatchObject({ organizationName: 'Shops' });
  });

  it('a link of a stage without a public domain leads to where API Gateway took the request, whatever its headers say', async () => {
    hold();
    const { json } = await onStage({})({ path, headers: { host: 'evil.example' } });
    expect(json.url).toMatch('https://abc.execute-api.eu-central-1.amazonaws.com/portal/');
  });
});

describe('422', () => {
  it.each([
    [{ expires_in_hours: 0 }, 'expires_in_hours'],
    [{ expires_in_hours: 169 }, 'expires_in_hours'],
    [{ expires_in_hours: '24' }, 'expires_in_hours'],
    [{ locale: 'de"><script>' }, 'locale'],
  ])('a link is refused with %j', async (body, field) => {
    hold();
    const { status, json } = await ask({ body });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
  });
});
