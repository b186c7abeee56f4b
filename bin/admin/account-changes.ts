import type { LimitChanges, Limits, RateLimits } from '../../contract/api/limits.ts';
import type { Permission } from '../../contract/api/operations.ts';
import type { ApiKey, Organization } from '../../lambdas/model/accounts/account.schema.ts';
import type { AccountStore } from '../../lambdas/model/accounts/account.store.ts';
import {
  drawNextSecret,
  keyChangeAudit,
  keyCreatedAudit,
  keyRevokedAudit,
  keyRotatedAudit,
  newApiKey,
} from '../../lambdas/model/accounts/key-changes.ts';
import { limitsOf, limitsResource } from '../../lambdas/model/accounts/organization-limits.ts';
import { newPortal } from '../../lambdas/model/accounts/organization-portal.ts';
import { isTestTenant, liveOrganizationOf, type Mode, modeOf, tenantOf } from '../../lambdas/model/accounts/tenant.ts';
import type { CreateTestTenant } from '../../lambdas/model/servers/test-tenant.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { differences } from '../../lambdas/shared/audit/differences.ts';
import { AppError } from '../../lambdas/shared/errors/app-error.ts';
import type { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Write } from '../../lambdas/shared/table/table.store.ts';
import type { Clock, Pause } from '../../lambdas/shared/time/clock.gateway.ts';
import { addSeconds } from '../../lambdas/shared/time/instant.ts';

// The changes behind the commands in bin/admin/account-commands.ts. The audit records each.

export interface AdministrationPorts {
  accounts: AccountStore;
  serviceSecret: ServiceSecret;
  openTestTenant: CreateTestTenant;
  clock: Clock;
  newId: (prefix: 'org' | 'aud') => string;
  base62: (length: number) => string;
  /** Short pause while another transaction ends. */
  pause: Pause;
}

/**
 * Transactions on these items often lose a race: requests are counted in the organization's limits item and in the key's item.
 */
const TRIES = 10;

/** `alongside`: further writes of the same transaction for the new organization. */
export async function createOrganization(
  name: string,
  ports: AdministrationPorts,
  alongside: (organization: Organization) => Write[] = () => [],
): Promise<Organization> {
  const organization = { id: ports.newId('org'), name, createdAt: ports.clock().toISOString() };
  const { id } = organization;
  const change = { action: 'organization.created', resource: { type: 'organization' as const, id }, after: { name } };
  const portal = newPortal(organization, ports.base62);
  await ports.accounts.createOrganization(organization, portal, auditEntryOf(id, change, ports), alongside(organization));
  return organization;
}

export interface NewKey {
  organizationId: string;
  /** Absent: the organization's mode. */
  mode?: Mode;
  name: string;
  permissions: Permission[];
  expiresInDays?: number;
}

/** Keys made by administrators count towards the quota but are never refused. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Creates a key. Its secret is in this answer and nowhere else. */
export async function createKey(wanted: NewKey, ports: AdministrationPorts): Promise<{ key: ApiKey; secret: string }> {
  const now = ports.clock();
  const { expiresInDays, mode = modeOf(wanted.organizationId), ...rest } = wanted;
  const organizationId = tenantOf(wanted.organizationId, mode);
  if (mode === 'test') await ports.openTestTenant(liveOrganizationOf(organizationId), now);
  await requireOrganization(organizationId, ports);
  const [{ requestsPerMinute }, counted] = await Promise.all([
    ports.accounts.getLimits(organizationId),
    ports.accounts.countKeys(organizationId),
  ]);
  const expiresAt = expiresInDays === undefined ? undefined : addSeconds(now, expiresInDays * 86_400);
  const made = newApiKey({ ...rest, organizationId, expiresAt, requestsPerMinute }, now, ports);
  await ports.accounts.createKey(made.key, auditEntryOf(organizationId, keyCreatedAudit(made.key), ports), {
    counted,
    limit: NO_LIMIT,
  });
  return made;
}

/** Revokes a key at once. Returns the time of its revocation; a repeated call changes nothing. */
export async function revokeKey(keyId: string, ports: AdministrationPorts): Promise<string> {
  return again(ports, async () => {
    const key = await requireKey(keyId, ports);
    if (key.revokedAt !== undefined) return key.revokedAt;
    const now = ports.clock();
    await ports.accounts.revokeKey(key, now, auditEntryOf(key.organizationId, keyRevokedAudit(key, now), ports));
    return now.toISOString();
  });
}

/** Gives a key a new secret. The previous one works for `overlapHours` more. Only a key's last two secrets ever work. */
export async function rotateKey(
  keyId: string,
  overlapHours: number,
  ports: AdministrationPorts,
): Promise<{ secret: string; formerEndsAt: string }> {
  return again(ports, async () => {
    const key = await requireKey(keyId, ports);
    if (key.revokedAt !== undefined) throw new AppError('conflict', `The key ${keyId} is revoked; create another.`);
    const { secret, secretSha256, formerEndsAt } = drawNextSecret(key, overlapHours, ports.clock(), ports);
    const audit = auditEntryOf(key.organizationId, keyRotatedAudit(key, formerEndsAt), ports);
    await ports.accounts.changeSecret(key, secretSha256, formerEndsAt, audit);
    return { secret, formerEndsAt };
  });
}

export async function setPermissions(
  keyId: string,
  permissions: Permission[],
  ports: AdministrationPorts,
): Promise<Permission[]> {
  return again(ports, async () => {
    const key = await requireKey(keyId, ports);
    if (key.revokedAt !== undefined) throw new AppError('conflict', `The key ${keyId} is revoked; create another.`);
    const difference = differences({ permissions: key.permissions }, { permissions });
    if (!difference) return key.permissions;
    const change = keyChangeAudit('api_key.permissions_changed', keyId, difference);
    await ports.accounts.setPermissions(keyId, permissions, auditEntryOf(key.organizationId, change, ports));
    return key.permissions;
  });
}

/**
 * Changes the named limits, and returns all limits.
 *
 * The organization's next request uses them. The limit per minute is stored with each key, and the keys are written one by one
 * after the transaction. For some milliseconds per key, keys still to be written use the old limit, and so may a key created at
 * that moment. After an interruption, run the same command again.
 */
export async function setLimits(
  organizationId: string,
  limits: LimitChanges,
  ports: AdministrationPorts & { ofStage: RateLimits },
): Promise<Limits> {
  await requireOrganization(organizationId, ports);
  const ofPeople = limits.openInvitations ?? limits.newInvitationsPerHour;
  if (ofPeople !== undefined && isTestTenant(organizationId))
    throw new Error(`People are members of ${liveOrganizationOf(organizationId)}: set the limits of invitations there.`);
  const now = await again(ports, async () => {
    const found = await ports.accounts.getLimits(organizationId);
    const before = limitsOf(found, ports.ofStage);
    const after = limitsOf({ ...found, ...withoutStandard(limits) }, ports.ofStage);
    const difference = differences(limitsResource(before), limitsResource(after));
    const resource = { type: 'organization' as const, id: organizationId };
    const change = { action: 'organization.limits_changed', resource, ...difference };
    await ports.accounts.setLimits(organizationId, limits, auditEntryOf(organizationId, change, ports));
    return after;
  });
  if (limits.requestsPerMinute !== undefined) await limitKeys(organizationId, limits.requestsPerMinute, ports);
  return now;
}

function withoutStandard(limits: LimitChanges) {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit === 'standard' ? undefined : limit]));
}

async function limitKeys(
  organizationId: string,
  requestsPerMinute: number | 'standard',
  { accounts }: AdministrationPorts,
): Promise<void> {
  for (const { keyId } of await accounts.keysOf(organizationId)) await accounts.setKeyLimit(keyId, requestsPerMinute);
}

function again<T>(ports: AdministrationPorts, work: () => Promise<T>): Promise<T> {
  return againAfterLostRace(TRIES, work, ports.pause);
}

async function requireOrganization(id: string, { accounts }: AdministrationPorts): Promise<void> {
  if (!(await accounts.getOrganization(id))) throw new AppError('resource_not_found', `There is no organization ${id}.`);
}

async function requireKey(keyId: string, { accounts }: AdministrationPorts): Promise<ApiKey> {
  const key = await accounts.getKey(keyId);
  if (!key) throw new AppError('resource_not_found', `There is no key ${keyId}.`);
  return key;
}

function auditEntryOf(organizationId: string, change: AuditedChange, { newId, clock }: AdministrationPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}
