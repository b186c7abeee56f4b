import { type RemoveDomainPorts, removeDomain } from '../../../lambdas/api/domains/list-get-delete-domains.ts';
import { ApiKey } from '../../../lambdas/model/accounts/account.schema.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keyRevoked } from '../../../lambdas/model/accounts/key-changes.ts';
import { memberStore } from '../../../lambdas/model/accounts/people/member.store.ts';
import { Member } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { portalStore } from '../../../lambdas/model/accounts/portal/portal.store.ts';
import type { DomainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { rekeyingStore } from '../../../lambdas/model/servers/rekeying.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { type AuditEntry, type AuditedChange, administratorsEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../lambdas/shared/audit/audit.store.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { type Key, SERVER_PREFIX } from '../../../lambdas/shared/table/keys.ts';
import type { Item, Table, Update } from '../../../lambdas/shared/table/table.store.ts';
import { assignments } from '../../../lambdas/shared/table/write-input.ts';
import type { Clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import type { AccessKind } from './revival.ts';

/** What the restored table would bring back to life. */
export interface Revived {
  kind: AccessKind | 'domain' | 'portal_link';
  organization_id: string;
  id: string;
  /** `ends`: it is ended again. `keeps`: these fields are as they were last in the former table. */
  what: 'ends' | 'keeps';
  fields?: string[];
}

export interface Found {
  revived: Revived;
  /** As the restored table has it. */
  row: Item & Key;
  /** What it is to be again; absent where it ends. */
  kept?: Record<string, unknown>;
  /** Of a machine: its domains were to get new keys. */
  isRekeyed?: boolean;
}

export interface ReplayPorts extends Pick<RemoveDomainPorts, 'claims' | 'timings'> {
  /** The restored table. */
  table: Table;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  clock: Clock;
  newId: (prefix: 'aud') => string;
}

/**
 * Does again in the restored table what was done in the former one, with an entry of the audit. No event: that one was told.
 * Throws LostRace where somebody has written since: the next run decides again.
 */
export async function replay({ revived, row, kept, isRekeyed = false }: Found, ports: ReplayPorts): Promise<void> {
  const { kind, organization_id: organizationId, id } = revived;
  const { table } = ports;
  const now = ports.clock();
  const entryOf = (change: AuditedChange) => administratorsEntry(organizationId, ports.newId('aud'), now, change);
  if (kind === 'domain') return endDomain(Number(id), ports);
  if (kind === 'portal_link') return endLinksBefore(Number(id), Number(kept?.linkGeneration), ports);
  if (kept?.revokedAt !== undefined) {
    const key = ApiKey.parse(row);
    return accountStore(table).revokeKey(key, new Date(String(kept.revokedAt)), entryOf(keyRevoked(key, now)));
  }
  if (kind === 'portal') {
    const resource = { type: 'organization' as const, id: organizationId };
    const portals = portalStore(table);
    const portal = await portals.ofOrganization(organizationId);
    const token = String(kept?.token);
    const facts = { before: { token: row.token }, after: { token } };
    const audit = entryOf({ action: 'organization.portal_token_rotated', resource, ...facts });
    if (portal) await portals.rotate(portal, token, audit);
    return;
  }
  if (kind === 'member') return endOrLowerMember(Member.parse(row), kept?.role, table, entryOf);
  if (kept) {
    const change = changeOf(kind, row, id);
    const audit = change ? [auditWrite(table, entryOf(change))] : [];
    await table.transact([table.updateWrite(keyOf(row), keepFields(row, kept)), ...audit]);
    return;
  }
  if (kind === 'api_key') {
    const key = ApiKey.parse(row);
    return accountStore(table).revokeKey(key, now, entryOf(keyRevoked(key, now)));
  }
  if (kind === 'machine') return endMachine({ organizationId, row, isRekeyed }, ports);
  if (kind === 'webhook') {
    const webhook = Webhook.parse(omit(row, 'pk', 'sk'));
    const resource = { type: 'webhook' as const, id };
    return webhookStore(table).remove(
      webhook,
      entryOf({ action: 'webhook.deleted', resource, before: { events: webhook.events } }),
    );
  }
  await table.transact([table.deleteWrite(keyOf(row), { expression: 'attribute_exists(pk)' })]);
}

/** How the audit names a change of fields. Of a token or a session it says nothing. */
const CHANGES: Partial<Record<AccessKind, Pick<AuditedChange, 'action'> & { type: AuditedChange['resource']['type'] }>> = {
  api_key: { action: 'api_key.updated', type: 'api_key' },
  machine: { action: 'machine.keys_rotated', type: 'machine' },
  webhook: { action: 'webhook.secret_rotated', type: 'webhook' },
};

function changeOf(kind: AccessKind, { sk }: Key, id: string): AuditedChange | undefined {
  if (sk.startsWith(SERVER_PREFIX)) return { action: 'server.updated', resource: { type: 'server', id } };
  const change = CHANGES[kind];
  return change && { action: change.action, resource: { type: change.type, id } };
}

/** The last owner stays as they are: whoever became an owner after the restore's instant is lost. */
async function endOrLowerMember(
  member: Member,
  role: unknown,
  table: Table,
  entryOf: (change: AuditedChange) => AuditEntry,
): Promise<void> {
  const resource = { type: 'member' as const, id: member.userId };
  if (role === undefined) {
    const before = { email: member.email, role: member.role };
    await memberStore(table).remove(member, entryOf({ action: 'member.removed', resource, before }));
    return;
  }
  const present = Member.shape.role.parse(role);
  const facts = { before: { role: member.role }, after: { role: present } };
  await memberStore(table).changeRole(member, present, entryOf({ action: 'member.role_changed', resource, ...facts }));
}

/** Refused where one of the fields is no longer as it was read. */
function keepFields(row: Item, kept: Record<string, unknown>): Update {
  const { expression, names, values } = assignments(kept);
  const fields = Object.keys(kept);
  const had = fields.filter((field) => row[field] !== undefined);
  return {
    expression,
    names,
    values: { ...values, ...Object.fromEntries(had.map((field) => [`:read_${field}`, row[field]])) },
    condition: [
      'attribute_exists(pk)',
      ...fields.map((field) => (had.includes(field) ? `#${field} = :read_${field}` : `attribute_not_exists(#${field})`)),
    ].join(' AND '),
  };
}

async function endDomain(domainId: number, ports: ReplayPorts): Promise<void> {
  const domain = await ports.domains.get(domainId);
  if (!domain || domain.phase === 'removing') return;
  await removeDomain(domain, { actor: { type: 'administrator' }, now: ports.clock(), isTold: true }, ports);
}

async function endLinksBefore(domainId: number, linkGeneration: number, { domains }: ReplayPorts): Promise<void> {
  const domain = await domains.get(domainId);
  if (!domain) return;
  const audit = { by: { type: 'administrator' as const }, after: { link_generation: linkGeneration } };
  const change = { timeline: 'portal_links.ended', events: [], isQuiet: true as const, audit };
  await domains.replace(domain, { ...domain, linkGeneration }, change);
}

interface EndedMachine {
  organizationId: string;
  row: Item & Key;
  isRekeyed: boolean;
}

/** The private keys that it got are those of the restored domains again: where they were replaced, they are replaced again. */
async function endMachine({ organizationId, row, isRekeyed }: EndedMachine, { table, clock, newId }: ReplayPorts): Promise<void> {
  const machineId = String(row.id);
  const serverId = serverOf(row);
  const servers = serverStore(table);
  const found = await servers.getMachine(organizationId, serverId, machineId);
  const now = clock();
  const requestedAt = now.toISOString();
  const by = { type: 'administrator' as const };
  const rekeying = { organizationId, serverId, machineId, by, requestedAt, isUnfinished: false, stepDueAt: requestedAt };
  const alongside = isRekeyed ? [rekeyingStore(table).beginWrite(rekeying)] : [];
  if (!found) {
    // Of a server that is gone, or was created again by its number.
    await table.transact([table.deleteWrite(keyOf(row)), ...alongside]);
    return;
  }
  const change = {
    action: 'machine.revoked',
    resource: { type: 'machine' as const, id: machineId },
    before: { name: found.machine.name, server_id: serverId },
    ...(isRekeyed && { after: { rekey: true } }),
  };
  const audit = administratorsEntry(organizationId, newId('aud'), now, change);
  await servers.revokeMachine(found.server, found.machine, { audit }, alongside);
}

/** `SERVER#<organization>#<server>`. */
export function serverOf({ pk }: Key): number {
  return Number(pk.slice(pk.lastIndexOf('#') + 1));
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
