import { accountStore } from '../../model/accounts/account.store.ts';
import { invitationStore } from '../../model/accounts/people/invitation.store.ts';
import { memberStore } from '../../model/accounts/people/member.store.ts';
import { sessionStore } from '../../model/accounts/people/session.store.ts';
import { userStore } from '../../model/accounts/people/user.store.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { MODES } from '../../model/accounts/tenant.ts';
import { mailNoticeStore } from '../../model/events/mail-notice.store.ts';
import type { OpenTestTenant } from '../../model/servers/test-tenant.ts';
import { base62, prefixedId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { seldomRoutes } from '../organization/seldom-routes.gateway.ts';
import { readPartWhenCalled as part } from '../pipeline/api-route.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { memberRateStore } from './member-rate.store.ts';
import { memberRoutes } from './members.ts';
import { ownRoutes } from './person.ts';
import { portalTokenRoute } from './portal-token.ts';
import { sessionAdmission } from './session-admission.ts';

const api = await openApi(process.env);
const { table, settings } = api;
const ports = {
  accounts: accountStore(table),
  sessions: sessionStore(table),
  users: userStore(table),
  members: memberStore(table),
  invitations: invitationStore(table),
  mailNotices: mailNoticeStore(table),
  memberRates: memberRateStore(table),
  settings,
  // Once in the life of an organization.
  openTestTenant: async (...asked: Parameters<OpenTestTenant>) => {
    const [{ opensTestTenant }, { serverStore }] = await Promise.all([
      import('../../model/servers/test-tenant.ts'),
      import('../../model/servers/server.store.ts'),
    ]);
    const servers = serverStore(table);
    await opensTestTenant({ accounts: accountStore(table), servers, newId: prefixedId, newLabel: serverLabel })(...asked);
  },
  newId: prefixedId,
  pause,
  portals: portalStore(table),
  base62,
};

const operations = [
  ...part(
    async () => (await import('../domains/domains-routes.gateway.ts')).domainRoutes(api),
    [
      ...(['listDomains', 'countDomains', 'countExpiries', 'getDomain', 'updateDomain', 'deleteDomain'] as const),
      ...(['renewDomain', 'revokeDomain', 'listDomainEvents'] as const),
    ],
  ),
  ...part(
    async () => (await import('../domains/registrations-routes.gateway.ts')).registrationRoutes(api),
    [...(['createDomain', 'createDomains', 'retryDomain', 'checkDomain', 'lookAtDns', 'lookAtDnsOfMany'] as const)],
  ),
  ...part(
    async () => (await import('../organization/organization-routes.gateway.ts')).organizationRoutes(api),
    [...(['getOrganization', 'getTheme', 'putTheme', 'createPortalLink', 'endPortalLinks'] as const)],
  ),
  ...part(
    async () => (await import('../servers/servers-routes.gateway.ts')).serverRoutes(api),
    [
      ...(['createServer', 'listServers', 'getServer', 'updateServer', 'deleteServer', 'checkServer', 'getAwsAccess'] as const),
      ...(['createEnrollment', 'listMachines', 'revokeMachine', 'listMachineKeys'] as const),
      ...(['listEnrollmentTokens', 'revokeEnrollmentToken'] as const),
    ],
  ),
  ...part(
    async () => (await import('../webhooks/webhooks-routes.gateway.ts')).webhookRoutes(api),
    [
      ...(['createWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook'] as const),
      ...(['rotateWebhookSecret', 'testWebhook', 'getWebhookHealth', 'listDeliveries', 'getDelivery'] as const),
      ...(['redeliver', 'replayDeliveries'] as const),
    ],
  ),
  ...seldomRoutes(api),
  ...part(async () => (await import('../events/events-routes.gateway.ts')).eventRoutes(api), ['listEvents', 'getEvent']),
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
