import { portalPath } from '../../../contract/paths.ts';
import { portalOf } from '../../model/accounts/organization-portal.ts';
import { signPortalLink } from '../../model/accounts/portal/portal-link.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { siteOf } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { CreatePortalLinkRequest, PortalLinkResource } from './portal-link.schema.ts';

/** A link for the owner of the hostname. It is signed and not stored, so creating another one costs nothing. */
export const createPortalLink = defineOperation({
  id: 'createPortalLink',
  clientMethod: 'domains.create_portal_link',
  tag: 'Domains',
  reach: 'domain',
  summary: 'Make a link for the owner of the hostname',
  description:
    'An address of your portal (`portal_url` of the organization) that shows this one domain: the record to publish, what stands in the way, and when it is live. Send it to whoever can change the DNS. It can be used as often as wanted until it expires, to read and to have the domain looked at; `DELETE` at the same path ends all links of the domain before that, and `rotate-portal-token` of an administrator those of all domains. Nothing is stored: each call makes another link.',
  body: { schema: CreatePortalLinkRequest, example: () => ({ expires_in_hours: 72, locale: 'de' }), isOptional: true },
  answer: {
    status: 200,
    description: 'The link.',
    schema: PortalLinkResource,
    example: () => ({
      url: 'https://certificates.example.net/portal/opt_7Qw2Er9Ty4Ui1Op6As3Df8Gh5Jk0Lz2X?lang=de#s=v1.1.AAQAAAAAAHsAaSGMCgAA.Yb2kq0Jc3rT8mVx1Zp5QnA',
      expires_at: '2026-11-24T09:30:02.000Z',
    }),
  },
  prepare:
    (ports: Pick<Rows, 'portals' | 'accounts' | 'base62' | 'domains' | 'settings' | 'serviceSecret'>) =>
    async ({ request, caller, body: { expires_in_hours, locale } }) => {
      const domain = await findDomain(ports.domains, request, caller);
      return async ({ now }) => {
        const { token } = await portalOf(caller.organizationId, ports);
        const expiresAt = new Date((Math.floor(now.getTime() / 1000) + expires_in_hours * 3600) * 1000);
        const generation = domain.linkGeneration ?? 0;
        const link = signPortalLink(token, { domainId: domain.id, expiresAt, generation }, ports.serviceSecret);
        const language = locale === undefined ? '' : `?lang=${locale}`;
        // Browsers do not send the fragment: it is in no log and no Referer, and a mail scanner that visits the link does not use
        // it.
        const url = `${siteOf(request, ports.settings)}${portalPath(token)}${language}#s=${link}`;
        return { status: 200, json: { url, expires_at: expiresAt.toISOString() } };
      };
    },
});
