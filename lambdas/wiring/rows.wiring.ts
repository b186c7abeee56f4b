import { type Ca, orderedCas } from '../../contract/stack/settings.schema.ts';
import { accountUrlReader } from '../acme/account.store.ts';
import type { CaaIssuer } from '../dns/look-at-caa.ts';
import { accountStore } from '../model/accounts/account.store.ts';
import { callerStore } from '../model/accounts/caller.store.ts';
import { invitationStore } from '../model/accounts/people/invitation.store.ts';
import { mailNoticeStore } from '../model/accounts/people/mail-notice.store.ts';
import { memberStore } from '../model/accounts/people/member.store.ts';
import { memberRateStore } from '../model/accounts/people/member-rate.store.ts';
import { sessionStore } from '../model/accounts/people/session.store.ts';
import { userStore } from '../model/accounts/people/user.store.ts';
import { portalStore } from '../model/accounts/portal/portal.store.ts';
import { idempotencyStore } from '../model/accounts/requests/idempotency.store.ts';
import { rateStore } from '../model/accounts/requests/rate-limit.store.ts';
import { requestLogStore } from '../model/accounts/requests/request-log.store.ts';
import { answerSeal } from '../model/accounts/requests/sealed-answers.ts';
import { testClockStore } from '../model/accounts/test-clock.store.ts';
import { workListStore } from '../model/aws-servers/work-list.store.ts';
import { challengeStore, proofStore, zoneBacklogReader } from '../model/domains/challenge/challenge.store.ts';
import { claimStore } from '../model/domains/claim.store.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import { domainListStore } from '../model/domains/domain-list.store.ts';
import { revocationStore } from '../model/domains/revocation.store.ts';
import { watchStore } from '../model/domains/watch.store.ts';
import { watchCursorStore } from '../model/domains/watch-cursor.store.ts';
import { domainPlacesStore } from '../model/events/domain-places.store.ts';
import { eventAppendStore } from '../model/events/event-append.store.ts';
import { eventLogStore } from '../model/events/event-log.store.ts';
import { organizationUseStore } from '../model/events/organization-use.store.ts';
import { waitingCountsStore } from '../model/events/waiting-counts.store.ts';
import { recentEventsStore } from '../model/reports/recent-events.store.ts';
import { reportStore } from '../model/reports/report.store.ts';
import { formerCertificateStore } from '../model/servers/certificate.store.ts';
import { installerPorts } from '../model/servers/installers.store.ts';
import { labelRecordsStore } from '../model/servers/label-records.store.ts';
import { managedTenantStore } from '../model/servers/managed-tenant.store.ts';
import { testTenantCreator } from '../model/servers/test-tenant.ts';
import { deliveryStore } from '../model/webhooks/delivery.store.ts';
import { deliveryListStore } from '../model/webhooks/delivery-list.store.ts';
import { deliverySeriesStore } from '../model/webhooks/delivery-series.store.ts';
import { receiverMemoryStore } from '../model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../model/webhooks/webhook.store.ts';
import { auditReader } from '../shared/audit/audit.store.ts';
import { sealStore } from '../shared/audit/seal.store.ts';
import { pauseReader } from '../shared/switches/switches.store.ts';
import { actionStore } from '../shared/table/action.store.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';
import { openServerRows } from './server-rows.wiring.ts';

export function openRows<E extends Edges>(edges: E) {
  const { table, settings, clock, newId, newLabel, newToken, seal, openSealed } = edges;
  const newEventId = () => newId('evt');
  const serverRows = openServerRows(edges);
  return lazily(
    {
      accounts: () => accountStore(table),
      actionCounts: () => actionStore(table, newToken),
      answers: () => answerSeal({ seal, openSealed }),
      audit: () => auditReader(table),
      awsWork: () => workListStore(table),
      /** The stage's CAs, in the form for CAA checks. */
      caaIssuers: (): readonly [CaaIssuer, ...CaaIssuer[]] => {
        const issuerOf = (ca: Ca) => ({
          caaIdentities: edges.caaIdentitiesOf(ca),
          accountUrl: accountUrlReader(table, ca.directoryUrl),
        });
        const [preferred, ...fallbacks] = orderedCas(settings);
        return [issuerOf(preferred), ...fallbacks.map(issuerOf)];
      },
      callers: () => callerStore(table),
      claims: () => claimStore(table),
      deliveries: () => deliveryStore(table),
      deliveryLists: () => deliveryListStore(table),
      deliverySeries: () => deliverySeriesStore(table),
      domainLists: () => domainListStore(table),
      domainPlaces: () => domainPlacesStore(table),
      domains: () => domainStore(table, { newId }),
      eventAppends: () => eventAppendStore(table, settings),
      eventLog: () => eventLogStore(table, settings),
      formerCertificates: () => formerCertificateStore(table),
      /** Answers of HTTP challenges. */
      httpChallenges: () => challengeStore(table),
      idempotency: () => idempotencyStore(table),
      /** Installers by server type: they install certificates and remove them. */
      installers: () => installerPorts(table, newEventId).installers,
      invitations: () => invitationStore(table),
      isZoneBehind: () => zoneBacklogReader(table, clock),
      keptRequests: () => requestLogStore(table),
      mailNotices: () => mailNoticeStore(table),
      /** The wanted records of servers and hostnames in the base target's zone. */
      labelRecords: () => labelRecordsStore(table),
      managedTenants: () => managedTenantStore(table),
      memberRates: () => memberRateStore(table),
      members: () => memberStore(table),
      organizationUse: () => organizationUseStore(table),
      /** What an operator has paused. */
      paused: () => pauseReader(table, clock),
      openTestTenant: () => testTenantCreator({ accounts: accountStore(table), servers: serverRows.servers, newId, newLabel }),
      portals: () => portalStore(table),
      /** Undefined if the stage offers no DNS validation. */
      proofs: () => (settings.validationZone === undefined ? undefined : proofStore(table, newEventId)),
      rates: () => rateStore(table, settings.rateLimits),
      receivers: () => receiverMemoryStore(table),
      recentEvents: () => recentEventsStore(table, settings),
      reports: () => reportStore(table),
      revocations: () => revocationStore(table),
      seals: () => sealStore(table),
      sessions: () => sessionStore(table),
      testClock: () => testClockStore(table),
      users: () => userStore(table),
      waitingCounts: () => waitingCountsStore(table),
      watchCursors: () => watchCursorStore(table),
      watches: () => watchStore(table),
      webhooks: () => webhookStore(table),
    },
    serverRows,
  );
}
export type Rows = ReturnType<typeof openRows<Edges>>;
