import type { Permission } from '../../../contract/api/operations.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { ApiKey } from '../../model/accounts/account.schema.ts';
import { areWithin } from '../../model/accounts/api-key.ts';
import type { Caller, KeyCaller } from '../../model/accounts/caller.ts';
import { type Mode, modeOf } from '../../model/accounts/tenant.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { requirePermission } from '../pipeline/authorize.ts';

// Nobody grants more than they have: a caller who creates, changes, rotates or revokes a key must have its permissions, lifetime,
// addresses, servers and mode.

/** Throws if an existing key has more permissions than the caller, lasts longer, or is less restricted. */
export function requireNoStronger(caller: Caller, { permissions, expiresAt, allowedAddresses, allowedServers }: ApiKey): void {
  requirePermissions(caller, permissions);
  if (isFromElsewhere(allowedAddresses, caller) || isOfOthers(allowedServers, caller))
    throw new AppError('conflict', ERROR_MESSAGES.conflict.keyLessRestricted);
  if (lastsLonger(expiresAt, caller)) throw new AppError('conflict', ERROR_MESSAGES.conflict.keyLastsLonger);
}

/** A key or a dashboard page creates only keys of its own mode. */
export function requireOwnMode({ organizationId }: Caller, mode: Mode | undefined): void {
  if (mode !== undefined && mode !== modeOf(organizationId))
    throw validationError({ mode: [FIELD_PROBLEMS.otherMode(modeOf(organizationId))] });
}

export function requirePermissions(caller: Caller, permissions: readonly Permission[]): void {
  for (const permission of permissions) requirePermission(caller, permission);
}

/** A new key's expiry. Absent: the caller's. Null: never. A key that expires creates none that lasts longer. */
export function expiryOfNewKey(wanted: string | null | undefined, caller: Caller, now: Date): string | undefined {
  const expiresAt = wanted === undefined ? callersEnd(caller) : toInstant(wanted);
  if (expiresAt !== undefined && expiresAt <= now.toISOString())
    throw validationError({ expires_at: [FIELD_PROBLEMS.inThePast] });
  if (lastsLonger(expiresAt, caller))
    throw validationError({ expires_at: [FIELD_PROBLEMS.lastsLonger(callersEnd(caller) ?? '')] });
  return expiresAt;
}

/** A new key's allowed addresses. Absent: the caller's. Null: all. */
export function allowedAddressesOfNewKey(wanted: string[] | null | undefined, caller: Caller): readonly string[] | undefined {
  const { allowedAddresses: own } = restrictionsOf(caller);
  const addresses = wanted === undefined ? own : (wanted ?? undefined);
  if (isFromElsewhere(addresses, caller)) throw validationError({ allowed_addresses: [FIELD_PROBLEMS.fromElsewhere(own ?? [])] });
  return addresses;
}

/** A new key's allowed servers. Absent: the caller's. Null: all. */
export function allowedServersOfNewKey(wanted: number[] | null | undefined, caller: Caller): readonly number[] | undefined {
  const { allowedServers: own } = restrictionsOf(caller);
  const servers = wanted === undefined ? own : (wanted ?? undefined);
  if (isOfOthers(servers, caller)) throw validationError({ allowed_server_ids: [FIELD_PROBLEMS.otherServers(own ?? [])] });
  return servers;
}

function isFromElsewhere(addresses: readonly string[] | undefined, caller: Caller): boolean {
  const { allowedAddresses: own } = restrictionsOf(caller);
  return own !== undefined && (addresses === undefined || !areWithin(addresses, own));
}

function isOfOthers(servers: readonly number[] | undefined, caller: Caller): boolean {
  const { allowedServers: own } = restrictionsOf(caller);
  return own !== undefined && (servers === undefined || !servers.every((id) => own.includes(id)));
}

function restrictionsOf(caller: Caller): Pick<KeyCaller, 'allowedAddresses' | 'allowedServers'> {
  return caller.kind === 'key' ? caller : {};
}

function toInstant(wanted: string | null): string | undefined {
  return wanted === null ? undefined : new Date(wanted).toISOString();
}

function lastsLonger(expiresAt: string | undefined, caller: Caller): boolean {
  const end = callersEnd(caller);
  return end !== undefined && (expiresAt === undefined || expiresAt > end);
}

function callersEnd(caller: Caller): string | undefined {
  return caller.kind === 'key' ? caller.expiresAt : undefined;
}
