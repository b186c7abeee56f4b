import { accountStore } from '../../model/accounts/account.store.ts';
import { invitationStore } from '../../model/accounts/people/invitation.store.ts';
import { memberStore } from '../../model/accounts/people/member.store.ts';
import { memberRateStore } from '../../model/accounts/people/member-rate.store.ts';
import { sessionStore } from '../../model/accounts/people/session.store.ts';
import { userStore } from '../../model/accounts/people/user.store.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { MODES } from '../../model/accounts/tenant.ts';
import { mailNoticeStore } from '../../model/events/mail-notice.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { opensTestTenant } from '../../model/servers/test-tenant.ts';
import { base62, prefixedId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { domainRoutes } from '../domains/domains-routes.gateway.ts';
import { registrationRoutes } from '../domains/registrations-routes.gateway.ts';
import { eventRoutes } from '../events/events-routes.gateway.ts';
import { organizationRoutes } from '../organization/organization-routes.gateway.ts';
import { seldomRoutes } from '../organization/seldom-routes.gateway.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { serverRoutes } from '../servers/servers-routes.gateway.ts';
import { webhookRoutes } from '../webhooks/webhooks-routes.gateway.ts';
import { memberRoutes } from './members.ts';
import { ownRoutes } from './person.ts';
import { portalTokenRoute } from './portal-token.ts';
import { sessionAdmission } from './session-admission.ts';

const api = await openApi(process.env);
const { table, settings } = api;
const accounts = accountStore(table);
const ports = {
  accounts,
  sessions: sessionStore(table),
  users: userStore(table),
  members: memberStore(table),
  invitations: invitationStore(table),
  mailNotices: mailNoticeStore(table),
  memberRates: memberRateStore(table),
  settings,
  openTestTenant: opensTestTenant({ accounts, servers: serverStore(table), newId: prefixedId, newLabel: serverLabel }),
  newId: prefixedId,
  pause,
  portals: portalStore(table),
  base62,
};

const operations = [
  ...domainRoutes(api),
  ...registrationRoutes(api),
  ...organizationRoutes(api),
  ...serverRoutes(api),
  ...webhookRoutes(api),
  ...seldomRoutes(api),
  ...eventRoutes(api),
];

/** /app/v1: the operations of the API for people who have signed in, and what only people do. */
export const handler = api.serve(
  operations,
  MODES.map((mode) => sessionAdmission(mode, ports)),
  MODES.flatMap((mode) => {
    const inMode = { ...ports, mode };
    return [...ownRoutes(inMode), ...memberRoutes(inMode), portalTokenRoute(inMode)];
  }),
);
