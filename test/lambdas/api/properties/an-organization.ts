import type { OperationId } from '../../../../contract/api/operations.ts';
import type { ApiKey } from '../../../../lambdas/model/accounts/account.schema.ts';
import { composeKey } from '../../../../lambdas/model/accounts/api-key.ts';
import { livemodeOf } from '../../../../lambdas/model/accounts/tenant.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { monthOf } from '../../../../lambdas/shared/time/instant.ts';
import { aDomain, HOUR, iso, later } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { stored } from '../../expressions.ts';
import { DOMAIN_ID, itemOf, keyItem, organizationItem, pair, server, serviceSecret, tableHolds } from '../api-caller.ts';
import { claimItem, places } from '../domains/a-creation.ts';
import { aLog } from '../events/events-api.ts';
import { aServer, withMachines } from '../servers/servers-api.ts';
import { aDelivery, FAILED, issued } from '../webhooks/deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from '../webhooks/webhooks-api.ts';

// Two organizations with resources of every kind: org_A, which owns the calling key, and org_B.

export const FOREIGN_DOMAIN_ID = DOMAIN_ID + 9;
export const FOREIGN_WEBHOOK_ID = WEBHOOK_ID + 9;
/** A machine id contains its enrollment time. */
export const MACHINE_ID: `mch_${string}` = `mch_${timeDigitsAt(later(-2 * HOUR))}${'1'.repeat(16)}`;
const TOKEN_ID = `ent_${'1'.repeat(26)}`;
const [failed, delivered] = [issued(-90), issued(-80)];
const foreign = [issued(-75, { organizationId: 'org_B' }), issued(-70, { organizationId: 'org_B' })] as const;
export const EVENT_ID = failed.id;
export const FOREIGN_EVENT_ID = foreign[0].id;
const DELIVERY_ID = aDelivery(failed).id;

const domainNamed = (domain: Domain) => [
  itemOf(domain),
  { ...claimItem({ organizationId: domain.organizationId, domainId: domain.id }), ...keys.claim(domain.url) },
];
const entry = (domainId: number, id: string) => ({
  ...keys.timeline(domainId, id),
  ...{ id, at: iso(0), what: 'order.created', code: 'in_progress', actor: { type: 'service' } },
});
export const otherKey = (organizationId: string): ApiKey => ({
  ...composeKey('live', organizationId.slice(-1).repeat(22), 'c'.repeat(43), serviceSecret),
  ...{ organizationId, name: 'other', permissions: ['domains.read'], createdAt: iso(-HOUR), secretSha256: '0'.repeat(64) },
});
const otherKeyOf = (id: string) => {
  const { keyId } = otherKey(id);
  return [
    { ...keys.apiKey(keyId), ...otherKey(id) },
    { ...keys.keyOfOrganization(id, keyId), keyId },
  ];
};
const portalToken = (id: string) => `opt_${id.slice(-1).repeat(32)}`;
const portal = (id: string) => [
  { ...keys.portalOfOrganization(id), token: portalToken(id) },
  { ...keys.portal(portalToken(id)), token: portalToken(id), organizationId: id, organizationName: 'Shops', version: 1 },
];

const chainPem = '-----BEGIN CERTIFICATE-----\nTEVBRg==\n-----END CERTIFICATE-----';
const SERVED = { ...certificate, hostname: 'other.customer.com', domainId: DOMAIN_ID + 1, chainPem };

function releasedKey(organizationId: string, hoursAgo: number) {
  const at = later(-hoursAgo * HOUR);
  return {
    ...keys.audit(organizationId, MACHINE_ID, monthOf(at), `aud_${timeDigitsAt(at)}${'1'.repeat(16)}`),
    ...{ action: 'private_key.released', at: at.toISOString(), serverId: 1, machineId: MACHINE_ID },
    ...{ domainId: DOMAIN_ID, hostname: SERVED.hostname, fingerprintSha256: 'f'.repeat(64) },
  };
}

function changed(organizationId: string, hoursAgo: number) {
  const at = later(-hoursAgo * HOUR);
  return {
    ...keys.audit(organizationId, 'changes', monthOf(at), `aud_${timeDigitsAt(at)}${'2'.repeat(16)}`),
    ...{ id: `aud_${timeDigitsAt(at)}${'2'.repeat(16)}`, at: at.toISOString(), organizationId, action: 'domain.updated' },
    ...{ resource: { type: 'domain', id: '1' }, actor: { type: 'administrator' }, after: { server_id: 2 } },
  };
}

function reusableToken(organizationId: string, id: string) {
  const { label } = server(1);
  return {
    ...keys.reusableToken(organizationId, 1, label, id),
    ...{ id, organizationId, serverId: 1, label, maxMachines: 10, machines: 0, createdAt: iso(-HOUR), validUntil: iso(HOUR) },
  };
}

function refused(organizationId: string, hoursAgo: number) {
  const at = later(-hoursAgo * HOUR);
  const id = `req_${timeDigitsAt(at)}${'3'.repeat(16)}`;
  return {
    ...keys.request(organizationId, id),
    ...{
      id,
      organizationId,
      keyId: organizationId === 'org_A' ? pair.keyId : otherKey(organizationId).keyId,
      at: at.toISOString(),
      expiresAtSeconds: later(24 * HOUR).getTime() / 1000,
    },
    ...{ method: 'GET', path: '/api/domains/1', status: 404, errorCode: 'resource_not_found' },
    ...{ sourceIp: '192.0.2.1', milliseconds: 12 },
  };
}

/** The caller's data, with two of each listed resource. `other`: the id that replaces org_B. */
export function tableHoldsOrganizations(phase: Domain['phase'] = 'awaiting-dns', organizationId = 'org_A', other = 'org_B') {
  const which = [phase, organizationId, other].join();
  const items = made.get(which) ?? itemsOf(phase, organizationId).map((item) => stored(inItsMode(renamed(item, other))));
  made.set(which, items);
  return tableHolds(...items);
}

/** Built once and frozen: properties fill the table for thousands of calls. */
const made = new Map<string, Record<string, unknown>[]>();

function renamed(item: Record<string, unknown>, other: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(item).replaceAll('org_B', other));
}

/** The stored body of an event contains its mode. */
function inItsMode(item: Record<string, unknown>): Record<string, unknown> {
  const livemode = livemodeOf(String(item.organizationId));
  return typeof item.body === 'string' ? { ...item, body: JSON.stringify({ ...JSON.parse(item.body), livemode }) } : item;
}

function itemsOf(phase: Domain['phase'], organizationId: string): Record<string, unknown>[] {
  return [
    ...places,
    ...['org_A', 'org_B'].flatMap((id) => [
      organizationItem(id),
      ...portal(id),
      { ...keys.keyOfOrganization(id, pair.keyId), keyId: pair.keyId },
    ]),
    keyItem({ organizationId }),
    ...['org_A', 'org_B'].flatMap(otherKeyOf),
    ...domainNamed(aDomain(phase, { url: 'own.customer.com' })),
    ...domainNamed(aDomain('active', { id: DOMAIN_ID + 1, url: 'other.customer.com' })),
    { ...keys.certificate('org_A', 1, SERVED.hostname), ...SERVED },
    ...[entry(DOMAIN_ID, 'tl_001'), entry(DOMAIN_ID, 'tl_002')],
    ...withMachines(aServer(1), { id: MACHINE_ID }, { id: 'mch_2' }),
    aServer(2),
    ...['org_A', 'org_B'].flatMap((id) => [refused(id, 0.5), refused(id, 1)]),
    ...['org_A', 'org_B'].flatMap((id) => [releasedKey(id, 0.5), releasedKey(id, 1), changed(id, 0.5), changed(id, 1)]),
    ...[aWebhook(WEBHOOK_ID, { createdAt: iso(-HOUR) }), aWebhook(WEBHOOK_ID + 1)],
    ...aLog([failed, delivered, ...[-65, -64].map((n) => issued(n))]),
    ...[aDelivery(failed, FAILED), aDelivery(delivered, FAILED)],
    ...aLog(foreign),
    ...domainNamed(aDomain('active', { id: FOREIGN_DOMAIN_ID, organizationId: 'org_B', url: 'foreign.customer.com' })),
    ...domainNamed(aDomain('active', { id: FOREIGN_DOMAIN_ID + 1, organizationId: 'org_B', url: 'foreign2.customer.com' })),
    ...[entry(FOREIGN_DOMAIN_ID, 'tl_001'), entry(FOREIGN_DOMAIN_ID, 'tl_002')],
    ...['org_A', 'org_B'].flatMap((id) => [reusableToken(id, TOKEN_ID), reusableToken(id, `ent_${'2'.repeat(26)}`)]),
    aServer(1, { organizationId: 'org_B' }),
    ...withMachines(aServer(3, { organizationId: 'org_B' }), { id: MACHINE_ID }, { id: 'mch_2' }),
    ...[FOREIGN_WEBHOOK_ID, FOREIGN_WEBHOOK_ID + 1].map((id) => aWebhook(id, { organizationId: 'org_B' })),
  ];
}

/** Ids for operations that cannot succeed on the first item of their kind. */
const OTHERS: Partial<Record<OperationId, number | string>> = {
  deleteServer: 2,
  revokeDomain: DOMAIN_ID + 1,
  revokeKey: otherKey('org_A').keyId,
};

/** The phase that an operation requires. */
export const PHASES: Partial<Record<OperationId, Domain['phase']>> = { retryDomain: 'failed', renewDomain: 'active' };
/** Bodies for operations whose documented example changes nothing. */
export const BODIES: Partial<Record<OperationId, string>> = { updateWebhook: '{"description":"ours"}' };

export function ownPath(operation: OperationId, path: string): string {
  const id = { domains: DOMAIN_ID, servers: 1, webhooks: WEBHOOK_ID, events: EVENT_ID, keys: pair.keyId }[
    path.split('/')[2] ?? ''
  ];
  return path
    .replace('{id}', String(OTHERS[operation] ?? id))
    .replace('{machine_id}', MACHINE_ID)
    .replace('{token_id}', TOKEN_ID)
    .replace('{delivery_id}', DELIVERY_ID);
}
