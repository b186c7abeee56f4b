import { type RemoveDomainPorts, removeDomain } from '../../../lambdas/api/domains/remove-domain.ts';
import { requestRenewal } from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import { ApiKey } from '../../../lambdas/model/accounts/account.schema.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keyRevokedAudit } from '../../../lambdas/model/accounts/key-changes.ts';
import { endWrites } from '../../../lambdas/model/accounts/people/invitation.store.ts';
import { memberStore } from '../../../lambdas/model/accounts/people/member.store.ts';
import { Invitation, Member } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { portalStore } from '../../../lambdas/model/accounts/portal/portal.store.ts';
import type { DomainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { actionTimeOf } from '../../../lambdas/model/domains/domain-time.ts';
import { endLinks } from '../../../lambdas/model/domains/find-domain.ts';
import { rekeyingStore } from '../../../lambdas/model/servers/rekeying.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { type AuditedChange, administratorsEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../lambdas/shared/audit/audit.store.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import type { Key } from '../../../lambdas/shared/table/keys.ts';
import type { Item, Table, Update } from '../../../lambdas/shared/table/table.store.ts';
import { assignments } from '../../../lambdas/shared/table/write-input.ts';
import type { Clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import type { AccessFacts, AccessKind } from './revival.ts';

/** A resource that the restored table would revive. */
export interface Revived {
  kind: AccessKind | 'domain' | 'portal_link' | 'renewal';
  organization_id: string;
  id: string;
  /**
   * `ends`: ends it again. `keeps`: these fields get their last values of the former table. `renews`: requests another
   * certificate again.
   */
  what: 'ends' | 'keeps' | 'renews';
  fields?: string[];
}

/** A row that gives access, and what to do about it. */
export interface RevivedRow {
  kind: AccessKind;
  revived: Revived;
  /** As in the restored table. */
  row: Item & Key;
  facts: AccessFacts;
  /** Fields to set; absent: the row ends. */
  kept?: Record<string, unknown>;
  /** For a machine: its domains were to get new private keys. */
  isRekeyed: boolean;
}

export type ReplayItem =
  | RevivedRow
  | { kind: 'domain' | 'renewal'; revived: Revived }
  | { kind: 'portal_link'; revived: Revived; linkGeneration: number };

export interface ReplayPorts extends Pick<RemoveDomainPorts, 'claims' | 'timings'> {
  table: Table;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  clock: Clock;
  newId: (prefix: 'aud') => string;
}

/**
 * Repeats in the restored table what the former one had done, with an audit entry but no event, because that was already sent.
 * Throws LostRace after a concurrent write: the next run decides again.
 */
export async function replay(found: ReplayItem, ports: ReplayPorts): Promise<void> {
  switch (found.kind) {
    case 'domain':
      return endDomain(Number(found.revived.id), ports);
    case 'renewal':
      return renewAgain(Number(found.revived.id), ports);
    case 'portal_link':
      return endLinksBefore(Number(found.revived.id), found.linkGeneration, ports);
    case 'api_key':
      return replayKey(found, ports);
    case 'machine':
      return found.kept
        ? keepFields(found, found.facts.machineRoles ? SERVER_UPDATED : KEYS_ROTATED, ports)
        : endMachine(found, ports);
    case 'webhook':
      return found.kept ? keepFields(found, SECRET_ROTATED, ports) : endWebhook(found, ports);
    case 'portal':
      return keepPortalToken(found, ports);
    case 'member':
      return endOrLowerMember(found, ports);
    case 'invitation':
      return ports.table.transact(endWrites(ports.table, Invitation.parse(found.row), { expression: isThere }));
    case 'enrollment':
    case 'session':
    case 'ca_account':
      return found.kept ? keepFields(found, undefined, ports) : deleteRow(found, ports);
  }
}

const isThere = 'attribute_exists(pk)';

function entryOf({ organization_id: organizationId }: Revived, change: AuditedChange, { clock, newId }: ReplayPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}

/** A key missing in the former table is revoked too. */
async function replayKey(found: RevivedRow, ports: ReplayPorts): Promise<void> {
  const { revived, row, kept } = found;
  if (kept && kept.revokedAt === undefined) return keepFields(found, KEY_UPDATED, ports);
  const now = ports.clock();
  const key = ApiKey.parse(row);
  const revokedAt = kept ? new Date(String(kept.revokedAt)) : now;
  return accountStore(ports.table).revokeKey(key, revokedAt, entryOf(revived, keyRevokedAudit(key, now), ports));
}

/** Tokens, sessions and CA accounts have no audit entry: `audited` is undefined. */
async function keepFields(
  { revived, row, kept = {} }: RevivedRow,
  audited: Audited | undefined,
  ports: ReplayPorts,
): Promise<void> {
  const { table } = ports;
  const writes = [table.updateWrite(keyOf(row), updateFields(row, kept))];
  if (audited) {
    const change = { action: audited.action, resource: { type: audited.type, id: revived.id } };
    writes.push(auditWrite(table, entryOf(revived, change, ports)));
  }
  await table.transact(writes);
}

interface Audited {
  action: string;
  type: AuditedChange['resource']['type'];
}
const KEY_UPDATED: Audited = { action: 'api_key.updated', type: 'api_key' };
const SECRET_ROTATED: Audited = { action: 'webhook.secret_rotated', type: 'webhook' };
/** The server's row contains the AWS roles of its machines. */
const SERVER_UPDATED: Audited = { action: 'server.updated', type: 'server' };
const KEYS_ROTATED: Audited = { action: 'machine.keys_rotated', type: 'machine' };

async function deleteRow({ row }: RevivedRow, { table }: ReplayPorts): Promise<void> {
  await table.transact([table.deleteWrite(keyOf(row), { expression: isThere })]);
}

async function keepPortalToken({ revived, row, kept }: RevivedRow, ports: ReplayPorts): Promise<void> {
  const organizationId = revived.organization_id;
  const portals = portalStore(ports.table);
  const portal = await portals.ofOrganization(organizationId);
  if (!portal) return;
  const token = String(kept?.token);
  const change = {
    action: 'organization.portal_token_rotated',
    resource: { type: 'organization' as const, id: organizationId },
    before: { token: row.token },
    after: { token },
  };
  await portals.rotate(portal, token, entryOf(revived, change, ports));
}

async function endWebhook({ revived, row }: RevivedRow, ports: ReplayPorts): Promise<void> {
  const webhook = Webhook.parse(omit(row, 'pk', 'sk'));
  const resource = { type: 'webhook' as const, id: revived.id };
  const change = { action: 'webhook.deleted', resource, before: { events: webhook.events } };
  await webhookStore(ports.table).remove(webhook, entryOf(revived, change, ports));
}

/** Never ends the last owner: anybody who became an owner after the restore point is lost. */
async function endOrLowerMember({ revived, row, kept }: RevivedRow, ports: ReplayPorts): Promise<void> {
  const member = Member.parse(row);
  const members = memberStore(ports.table);
  const resource = { type: 'member' as const, id: member.userId };
  if (kept?.role === undefined) {
    const before = { email: member.email, role: member.role };
    await members.remove(member, entryOf(revived, { action: 'member.removed', resource, before }, ports));
    return;
  }
  const role = Member.shape.role.parse(kept.role);
  const facts = { before: { role: member.role }, after: { role } };
  await members.changeRole(member, role, entryOf(revived, { action: 'member.role_changed', resource, ...facts }, ports));
}

/** Conditional: fails when one of the fields has changed since it was read. */
function updateFields(row: Item, kept: Record<string, unknown>): Update {
  const { expression, names, values } = assignments(kept);
  const fields = Object.keys(kept);
  const had = fields.filter((field) => row[field] !== undefined);
  return {
    expression,
    names,
    values: { ...values, ...Object.fromEntries(had.map((field) => [`:read_${field}`, row[field]])) },
    condition: [
      isThere,
      ...fields.map((field) => (had.includes(field) ? `#${field} = :read_${field}` : `attribute_not_exists(#${field})`)),
    ].join(' AND '),
  };
}

async function endDomain(domainId: number, ports: ReplayPorts): Promise<void> {
  const domain = await ports.domains.get(domainId);
  if (!domain || domain.phase === 'removing') return;
  await removeDomain(domain, { actor: { type: 'administrator' }, now: ports.clock(), isTold: true }, ports);
}

/** Machines may already have a certificate that the restored table does not know. The next one replaces it. */
async function renewAgain(domainId: number, { domains, clock, timings }: ReplayPorts): Promise<void> {
  const domain = await domains.get(domainId);
  if (!domain) return;
  const requested = requestRenewal(domain, { now: actionTimeOf(domain, { now: clock() }), timings });
  if (requested.kind !== 'changed') return;
  const { timeline, events, startExecution } = requested;
  const audit = { by: { type: 'administrator' as const }, clocks: { now: clock() } };
  await domains.replace(domain, requested.domain, { timeline, events, startExecution, audit });
}

async function endLinksBefore(domainId: number, linkGeneration: number, { domains, clock }: ReplayPorts): Promise<void> {
  const domain = await domains.get(domainId);
  if (!domain) return;
  const ended = endLinks({ ...domain, linkGeneration: linkGeneration - 1 }, { type: 'administrator' }, { now: clock() });
  await domains.replace(domain, ended.domain, ended.change);
}

/** The private keys that the machine got belong to the restored domains again. Keys that were replaced are replaced again. */
async function endMachine({ revived, row, facts, isRekeyed }: RevivedRow, ports: ReplayPorts): Promise<void> {
  const { table, clock } = ports;
  const { organizationId, id: machineId, serverId = 0 } = facts;
  const servers = serverStore(table);
  const found = await servers.getMachine(organizationId, serverId, machineId);
  const requestedAt = clock().toISOString();
  const by = { type: 'administrator' as const };
  const rekeying = { organizationId, serverId, machineId, by, requestedAt, isUnfinished: false, stepDueAt: requestedAt };
  const alongside = isRekeyed ? [rekeyingStore(table).beginWrite(rekeying)] : [];
  if (!found) {
    // A row without its server, which was deleted or created again with the same number.
    await table.transact([table.deleteWrite(keyOf(row)), ...alongside]);
    return;
  }
  const change = {
    action: 'machine.revoked',
    resource: { type: 'machine' as const, id: machineId },
    before: { name: found.machine.name, server_id: serverId },
    ...(isRekeyed && { after: { rekey: true } }),
  };
  await servers.revokeMachine(found.server, found.machine, { audit: entryOf(revived, change, ports) }, alongside);
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
