import type { Permission } from '../../../contract/api/operations.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { ApiKey } from '../../model/accounts/account.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import type { Caller } from '../pipeline/api-route.ts';
import { requirePermission } from '../pipeline/authenticate.ts';

// Nobody gets more than they have: whoever makes, changes, rotates or revokes a key may do all that this key may, for as long.

/** Throws where a key that is there may do more than the caller, or lasts longer. */
export function requireNoStronger(caller: Caller, { permissions, expiresAt }: ApiKey): void {
  requireAll(caller, permissions);
  if (lastsLonger(expiresAt, caller)) throw new AppError('conflict', ERROR_MESSAGES.conflict.keyLastsLonger);
}

export function requireAll(caller: Caller, permissions: readonly Permission[]): void {
  for (const permission of permissions) requirePermission(caller, permission);
}

/** When a key is to end, as a request says it. Absent: with the caller. Null: never. A key that ends makes none that lasts longer. */
export function endOf(wanted: string | null | undefined, caller: Caller, now: Date): string | undefined {
  const expiresAt = wanted === undefined ? callersEnd(caller) : toInstant(wanted);
  if (expiresAt !== undefined && expiresAt <= now.toISOString())
    throw validationError({ expires_at: [FIELD_PROBLEMS.inThePast] });
  if (lastsLonger(expiresAt, caller))
    throw validationError({ expires_at: [FIELD_PROBLEMS.lastsLonger(callersEnd(caller) ?? '')] });
  return expiresAt;
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
