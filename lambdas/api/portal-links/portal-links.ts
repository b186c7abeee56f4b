import { portalPath } from '../../../contract/paths.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { type PortalPorts, portalOf } from '../../model/accounts/organization-portal.ts';
import { signPortalLink } from '../../model/accounts/portal/portal-link.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { endLinks, findDomain } from '../../model/domains/find-domain.ts';
import { readActionBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import { siteOf } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, noBody } from '../pipeline/resource-route.ts';
import { CreatePortalLinkRequest } from './portal-link.schema.ts';

export interface CreatePortalLinkPorts extends PortalPorts {
  domains: Pick<DomainStore, 'get' | 'replace'>;
  settings: Pick<Settings, 'siteUrl'>;
  serviceSecret: ServiceSecret;
}

/** A link for the owner of the hostname. It is signed and nowhere stored, so that it costs nothing to make another. */
export function createPortalLink(ports: CreatePortalLinkPorts): ApiRoute {
  return {
    operation: 'createPortalLink',
    async prepare(request, caller) {
      const { expires_in_hours, locale } = readActionBody(request, CreatePortalLinkRequest);
      refuseQuery(request);
      const domain = await findDomain(ports.domains, request, caller);
      return async ({ now }) => {
        const { token } = await portalOf(caller.organizationId, ports);
        const expiresAt = new Date((Math.floor(now.getTime() / 1000) + expires_in_hours * 3600) * 1000);
        const generation = domain.linkGeneration ?? 0;
        const link = signPortalLink(token, { domainId: domain.id, expiresAt, generation }, ports.serviceSecret);
        const language = locale === undefined ? '' : `?lang=${locale}`;
        // Behind the number sign nothing is sent to servers: it is in no log and no Referer, and a mail scanner's visit has
        // nothing of it.
        const url = `${siteOf(request, ports.settings)}${portalPath(token)}${language}#s=${link}`;
        return { status: 200, json: { url, expires_at: expiresAt.toISOString() } };
      };
    },
  };
}

interface EndPortalLinksPorts {
  domains: Pick<DomainStore, 'get' | 'replace'>;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** Ends all links of one domain, which are stored nowhere, by a number that the next link has. */
export function endPortalLinks({ domains, pause }: EndPortalLinksPorts): ApiRoute {
  return changeRoute(
    {
      operation: 'endPortalLinks',
      readBody: noBody,
      find: (request, caller) => findDomain(domains, request, caller),
      pause,
    },
    async (domain, call) => {
      const ended = endLinks(domain, call.actor, call);
      await domains.replace(domain, ended.domain, ended.change);
      return { status: 200, json: { id: domain.id, deleted: true } };
    },
  );
}
