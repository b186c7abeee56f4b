import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { listAudit } from '../../../../lambdas/api/audit/list-audit.ts';
import { getTestClock } from '../../../../lambdas/api/clock/get-test-clock.ts';
import { moveTestClock } from '../../../../lambdas/api/clock/move-test-clock.ts';
import { type LookAtDnsPorts, lookAtDns } from '../../../../lambdas/api/dns/look-at-dns.ts';
import { lookAtDnsOfMany } from '../../../../lambdas/api/dns/look-at-many.ts';
import { countDomains, countExpiries } from '../../../../lambdas/api/domains/count-domains.ts';
import { createDomain } from '../../../../lambdas/api/domains/create-domain.ts';
import { createDomains } from '../../../../lambdas/api/domains/create-domains.ts';
import { checkDomain, retryDomain } from '../../../../lambdas/api/domains/domain-actions.ts';
import { listDomainEvents } from '../../../../lambdas/api/domains/list-domain-events.ts';
import { deleteDomain, getDomain, listDomains } from '../../../../lambdas/api/domains/list-get-delete-domains.ts';
import { renewDomain } from '../../../../lambdas/api/domains/renew-domain.ts';
import { revokeDomain } from '../../../../lambdas/api/domains/revoke-domain.ts';
import { updateDomain } from '../../../../lambdas/api/domains/update-domain.ts';
import { getEvent } from '../../../../lambdas/api/events/get-event.ts';
import { listEvents } from '../../../../lambdas/api/events/list-events.ts';
import { createKey } from '../../../../lambdas/api/keys/create-key.ts';
import { listKeys } from '../../../../lambdas/api/keys/list-keys.ts';
import { revokeKey } from '../../../../lambdas/api/keys/revoke-key.ts';
import { rotateKey } from '../../../../lambdas/api/keys/rotate-key.ts';
import { updateKey } from '../../../../lambdas/api/keys/update-key.ts';
import { getOrganization } from '../../../../lambdas/api/organization/get-organization.ts';
import { getTheme } from '../../../../lambdas/api/organization/get-theme.ts';
import { putTheme } from '../../../../lambdas/api/organization/put-theme.ts';
import type { ApiRoute } from '../../../../lambdas/api/pipeline/api-route.ts';
import { type Operation, openOperation } from '../../../../lambdas/api/pipeline/operation.ts';
import { createPortalLink } from '../../../../lambdas/api/portal-links/create-portal-link.ts';
import { endPortalLinks } from '../../../../lambdas/api/portal-links/end-portal-links.ts';
import { getApiUse } from '../../../../lambdas/api/reports/get-api-use.ts';
import { getChangesReport } from '../../../../lambdas/api/reports/get-changes-report.ts';
import { getFailures } from '../../../../lambdas/api/reports/get-failures.ts';
import { getRenewals } from '../../../../lambdas/api/reports/get-renewals.ts';
import { getTimeToActive } from '../../../../lambdas/api/reports/get-time-to-active.ts';
import { getWebhooksReport } from '../../../../lambdas/api/reports/get-webhooks-report.ts';
import { listRequests } from '../../../../lambdas/api/requests/list-requests.ts';
import { checkServer } from '../../../../lambdas/api/servers/check-server.ts';
import { createEnrollment } from '../../../../lambdas/api/servers/create-enrollment.ts';
import { createServer } from '../../../../lambdas/api/servers/create-server.ts';
import { deleteServer } from '../../../../lambdas/api/servers/delete-server.ts';
import { getAwsAccess } from '../../../../lambdas/api/servers/get-aws-access.ts';
import { getServer } from '../../../../lambdas/api/servers/get-server.ts';
import { listEnrollmentTokens } from '../../../../lambdas/api/servers/list-enrollment-tokens.ts';
import { listMachineKeys } from '../../../../lambdas/api/servers/list-machine-keys.ts';
import { listMachines } from '../../../../lambdas/api/servers/list-machines.ts';
import { listServers } from '../../../../lambdas/api/servers/list-servers.ts';
import { revokeEnrollmentToken } from '../../../../lambdas/api/servers/revoke-enrollment-token.ts';
import { revokeMachine } from '../../../../lambdas/api/servers/revoke-machine.ts';
import { updateServer } from '../../../../lambdas/api/servers/update-server.ts';
import { createWebhook } from '../../../../lambdas/api/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../../lambdas/api/webhooks/delete-webhook.ts';
import { getDelivery } from '../../../../lambdas/api/webhooks/get-delivery.ts';
import { getWebhook } from '../../../../lambdas/api/webhooks/get-webhook.ts';
import { getWebhookHealth } from '../../../../lambdas/api/webhooks/get-webhook-health.ts';
import { listDeliveries } from '../../../../lambdas/api/webhooks/list-deliveries.ts';
import { listWebhooks } from '../../../../lambdas/api/webhooks/list-webhooks.ts';
import { redeliver } from '../../../../lambdas/api/webhooks/redeliver.ts';
import { replayDeliveries } from '../../../../lambdas/api/webhooks/replay-deliveries.ts';
import { rotateWebhookSecret } from '../../../../lambdas/api/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../../lambdas/api/webhooks/test-webhook.ts';
import { updateWebhook } from '../../../../lambdas/api/webhooks/update-webhook.ts';
import { lookAtCname } from '../../../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import { checkSlots } from '../../../../lambdas/lifecycle/requests/check-slot.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { revocationStore } from '../../../../lambdas/model/domains/revocation.store.ts';
import { waitingCountsStore } from '../../../../lambdas/model/events/waiting-counts.store.ts';
import { certificateStore, formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { managedTenantStore } from '../../../../lambdas/model/servers/managed-tenant.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { callToken } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { organizationSlotsStore } from '../../../../lambdas/shared/slots/organization-slots.store.ts';
import { actionStore } from '../../../../lambdas/shared/table/action.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Ports } from '../../../../lambdas/wiring/checks.wiring.ts';
import { timings } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { apiCaller, clock, domains, newId, portsOf, serviceSecret, table } from '../api-caller.ts';
import { creationPorts } from '../domains/a-creation.ts';
import { resolve, seal } from '../webhooks/webhooks-api.ts';

let drawn = 0;
const count = () => {
  drawn += 1;
  return drawn;
};
const { ports: creation } = creationPorts({}, { newDomainId: () => 1_000_000 + count(), newLabel: () => `drawn${count()}` });
const servers = serverStore(table);
const lists = domainListStore(table);
const target = {
  openDnsReader: () => recursiveReader(resolverKnowing({})),
  servers,
  baseTarget: settings.baseTarget,
  serviceSecret,
};

const ports = {
  ...creation,
  servers,
  lists,
  domains,
  claims: claimStore(table),
  certificates: certificateStore(table),
  tenants: managedTenantStore(table),
  actions: actionStore(table, callToken),
  timings,
  lookAtCname: (domain: Parameters<typeof lookAtCname>[1], _budgetMs: number, now: Date) => lookAtCname(target, domain, now),
  newId,
};
const slotOf = checkSlots('api', settings.dnsChecks.processesPerOrganization, {
  store: organizationSlotsStore(table, keys.dnsSlots),
  newId,
  clock: () => clock.now,
  jitter: () => 0,
  log: () => {},
});

const onDns: LookAtDnsPorts = {
  ...ports,
  lookAtCname: (domain, now) => lookAtCname(target, domain, now),
  lookAtCaa: async () => ({ kind: 'caa-allows' }),
};

const all = portsOf({
  newResourceId: () => 2_000_000 + count(),
  // Time digits, because a delivery lies with its event.
  newId: (prefix) => (prefix === 'evt' ? `evt_${timeDigitsAt(clock.now)}${String(count()).padStart(16, '0')}` : newId(prefix)),
  newWebhookSecret: () => `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  seal,
  resolveWithin: () => resolve,
  pauseFor: async (milliseconds) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  },
});
const open = (operation: Operation<Ports>) => openOperation(operation, all);

/** Every operation of the API, as its Lambdas serve it; DNS knows nothing. One that is missing does not compile. */
const byOperation: Record<OperationId, ApiRoute> = {
  createDomain: createDomain(ports),
  listDomains: listDomains(ports),
  countDomains: countDomains({ ...ports, counts: waitingCountsStore(table) }),
  countExpiries: countExpiries(ports),
  createDomains: createDomains(ports),
  getDomain: getDomain(ports),
  updateDomain: updateDomain(ports),
  deleteDomain: deleteDomain(ports),
  checkDomain: checkDomain({ ...ports, slotOf, lookAtServer: async () => ({}) }),
  retryDomain: retryDomain(ports),
  renewDomain: renewDomain(ports),
  revokeDomain: revokeDomain({ ...ports, formers: formerCertificateStore(table), revocations: revocationStore(table) }),
  listDomainEvents: listDomainEvents(ports),
  lookAtDns: lookAtDns(onDns),
  lookAtDnsOfMany: lookAtDnsOfMany(onDns),
  createPortalLink: open(createPortalLink),
  endPortalLinks: open(endPortalLinks),
  getTheme: open(getTheme),
  putTheme: open(putTheme),
  getTestClock: open(getTestClock),
  moveTestClock: open(moveTestClock),
  getOrganization: open(getOrganization),
  createServer: open(createServer),
  listServers: open(listServers),
  getServer: open(getServer),
  updateServer: open(updateServer),
  deleteServer: open(deleteServer),
  checkServer: open(checkServer),
  getAwsAccess: open(getAwsAccess),
  createEnrollment: open(createEnrollment),
  listMachines: open(listMachines),
  listMachineKeys: open(listMachineKeys),
  revokeMachine: open(revokeMachine),
  listEnrollmentTokens: open(listEnrollmentTokens),
  revokeEnrollmentToken: open(revokeEnrollmentToken),
  createWebhook: open(createWebhook),
  listWebhooks: open(listWebhooks),
  getWebhook: open(getWebhook),
  updateWebhook: open(updateWebhook),
  deleteWebhook: open(deleteWebhook),
  rotateWebhookSecret: open(rotateWebhookSecret),
  testWebhook: open(testWebhook),
  getWebhookHealth: open(getWebhookHealth),
  listDeliveries: open(listDeliveries),
  getDelivery: open(getDelivery),
  redeliver: open(redeliver),
  replayDeliveries: open(replayDeliveries),
  listEvents: open(listEvents),
  getEvent: open(getEvent),
  createKey: open(createKey),
  listKeys: open(listKeys),
  updateKey: open(updateKey),
  rotateKey: open(rotateKey),
  revokeKey: open(revokeKey),
  listAudit: open(listAudit),
  listRequests: open(listRequests),
  getTimeToActive: open(getTimeToActive),
  getFailures: open(getFailures),
  getRenewals: open(getRenewals),
  getWebhooksReport: open(getWebhooksReport),
  getApiUse: open(getApiUse),
  getChangesReport: open(getChangesReport),
};
for (const operation of Object.keys(OPERATIONS) as OperationId[]) {
  if (byOperation[operation]?.operation !== operation)
    throw new Error(`test/lambdas/api/properties/every-route.ts has no route for ${operation}`);
}

export const call = apiCaller(Object.values(byOperation));
