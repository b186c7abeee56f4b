import type { LimitChanges, Limits, RateLimits } from '../../contract/api/limits.ts';
import type { Permission } from '../../contract/api/operations.ts';
import type { ApiKey, Organization } from '../../lambdas/model/accounts/account.schema.ts';
import type { AccountStore } from '../../lambdas/model/accounts/account.store.ts';
import {
  drawNextSecret,
  keyChange,
  keyCreated,
  keyRevoked,
  keyRotated,
  newApiKey,
} from '../../lambdas/model/accounts/key-changes.ts';
import { limitsOf, limitsResource } from '../../lambdas/model/accounts/organization-limits.ts';
import { newPortal } from '../../lambdas/model/accounts/organization-portal.ts';
import { isTestTenant, liveOrganizationOf, type Mode, modeOf, tenantOf } from '../../lambdas/model/accounts/tenant.ts';
import type { OpenTestTenant } from '../../lambdas/model/servers/test-tenant.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { differences } from '../../lambdas/shared/audit/differences.ts';
import { AppError } from '../../lambdas/shared/errors/app-error.ts';
import type { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Write } from '../../lambdas/shared/table/table.store.ts';
import type { Clock, Pause } from '../../lambdas/shared/time/clock.gateway.ts';
import { addSeconds } from '../../lambdas/shared/time/instant.ts';

// What administrators do at the command line (bin/admin/account-commands.ts). Each change is on the audit record.

export interface AdministrationPorts {
  accounts: AccountStore;
  serviceSecret: ServiceSecret;
  openTestTenant: OpenTestTenant;
  clock: Clock;
  newId: (prefix: 'org' | 'aud') => string;
  base62: (length: number) => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/**
 * An organization's requests are counted in the item that holds its limits, and a busy key's in its own: transactions there lose
 * often.
 */
const TRIES = 10;

/** `alongside`: what the same transaction is to write for the new organization. */
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
  /** Absent: that of the id. */
  mode?: Mode;
  name: string;
  permissions: Permission[];
  expiresInDays?: number;
}

/** An administrator's keys are counted, and never refused. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Makes a key; its secret is in this answer and nowhere else. */
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
  await ports.accounts.createKey(made.key, auditEntryOf(organizationId, keyCreated(made.key), ports), {
    counted,
    limit: NO_LIMIT,
  });
  return made;
}

/** Ends a key at once. Answers since when it has ended: revoking twice changes nothing. */
export async function revokeKey(keyId: string, ports: AdministrationPorts): Promise<string> {
  return again(ports, async () => {
    const key = await requireKey(keyId, ports);
    if (key.revokedAt !== undefined) return key.revokedAt;
    const now = ports.clock();
    await ports.accounts.revokeKey(key, now, auditEntryOf(key.organizationId, keyRevoked(key, now), ports));
    return now.toISOString();
  });
}

/** Gives a key a new secret; the former one is let in for `overlapHours` more. Only the last two secrets of a key ever work. */
export async function rotateKey(
  keyId: string,
  overlapHours: number,
  ports: AdministrationPorts,
): Promise<{ secret: string; formerEndsAt: string }> {
  return again(ports, async () => {
    const key = await requireKey(keyId, ports);
    if (key.revokedAt !== undefined) throw new AppError('conflict', `The key ${keyId} is revoked; create another.`);
    const { secret, secretSha256, formerEndsAt } = drawNextSecret(key, overlapHours, ports.clock(), ports);
    const audit = auditEntryOf(key.organizationId, keyRotated(key, formerEndsAt), ports);
    await ports.accounts.changeSecret(key, secretSha256, formerEndsAt, audit);
    return { secret, formerEndsAt };
  });
}

/** Replaces what a key may do. Answers what it might do before. */
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
    const change = keyChange('api_key.permissions_changed', keyId, difference);
    await ports.accounts.setPermissions(keyId, permissions, auditEntryOf(key.organizationId, change, ports));
    return key.permissions;
  });
}

/**
 * Changes the limits that are named, and answers all of them as they are then.
 *
 * Each holds from the organization's next request on. The limit of a minute lies with each key, and the keys are written one
 * after another behind the transaction: for some milliseconds each, those that are left still have the former one, and so may a
 * key that is being created at that moment. Where it stops halfway, the same command again does the rest.
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
