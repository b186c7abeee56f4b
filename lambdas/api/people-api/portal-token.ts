import { portalPath } from '../../../contract/paths.ts';
import { changePortalToken } from '../../model/accounts/organization-portal.ts';
import type { Mode } from '../../model/accounts/tenant.ts';
import { type Route, siteOf } from '../../shared/http/route.ts';
import { againAfterLostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { auditOf, personRoute } from './person-route.ts';
import type { SessionPorts } from './session-admission.ts';

type PortalTokenPorts = SessionPorts & Pick<Rows, 'portals' | 'accounts' | 'base62' | 'newId' | 'pause'>;

/** A concurrent request may set a theme or open the portal. */
const TRIES = 10;

/** Gives the portal a new address. The old address and all links to it stop working at once. */
export function portalTokenRoute(mode: Mode, ports: PortalTokenPorts): Route {
  return personRoute(
    mode,
    {
      method: 'POST',
      path: '/portal-token/rotate',
      permission: 'members.write',
      needsFreshSignIn: true,
      isTenantScoped: true,
      async work(call) {
        const { organizationId } = call.caller;
        const rotate = () => changePortalToken(organizationId, ports, (change) => auditOf(call, ports.newId, change));
        const token = await againAfterLostRace(TRIES, rotate, ports.pause);
        return { status: 200, json: { portal_url: siteOf(call.request, ports.settings) + portalPath(token) } };
      },
    },
    ports,
  );
}
