import { MODES } from '../../model/accounts/tenant.ts';
import { opensTestTenant } from '../../model/servers/test-tenant.ts';
import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { API_OPERATIONS } from '../operations.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { memberRoutes } from './members.ts';
import { ownRoutes } from './person.ts';
import { portalTokenRoute } from './portal-token.ts';
import { sessionAdmission } from './session-admission.ts';

const { ports, serve } = await openApi(process.env);
const all = openChecks(withNetwork(ports));
const { accounts, sessions, users, members, invitations, mailNotices, memberRates, portals, servers } = all;
const { settings, newId, newLabel, base62, pause } = all;
const openTestTenant = opensTestTenant({ accounts, servers, newId, newLabel });
const peoplePorts = {
  ...{ accounts, sessions, users, members, invitations, mailNotices, memberRates, portals },
  ...{ settings, newId, base62, pause, openTestTenant },
};

/** /app/v1: the operations of the API for people who have signed in, and what only people do. */
export const handler = serve(
  API_OPERATIONS,
  all,
  MODES.map((mode) => sessionAdmission(mode, peoplePorts)),
  MODES.flatMap((mode) => {
    const inMode = { ...peoplePorts, mode };
    return [...ownRoutes(inMode), ...memberRoutes(inMode), portalTokenRoute(inMode)];
  }),
);
