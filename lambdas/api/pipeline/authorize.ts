import { INCLUDED_IN } from '../../../contract/api/operations.ts';
import type { PersonPermission } from '../../../contract/api/roles.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { requireServer, wholeOrganizationNotAllowed } from '../../model/accounts/api-key.ts';
import type { Caller, SessionCaller } from '../../model/accounts/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readJsonObject } from '../../shared/http/json-body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Operation } from './operation.ts';

export function requirePermission(caller: Caller, permission: PersonPermission | undefined): void {
  const { kind, permissions } = caller;
  if (permission === undefined) return;
  const sufficient: (string | undefined)[] = [permission, INCLUDED_IN[permission]];
  if (permissions.some((held) => sufficient.includes(held))) return;
  const words = ERROR_MESSAGES.insufficient_permissions;
  switch (kind) {
    case 'key':
      throw new AppError('insufficient_permissions', words.lacks(permission), {
        details: { required_permission: permission, api_key_permissions: permissions },
      });
    case 'session':
      throw roleLacks(permission, caller);
  }
}

function roleLacks(permission: PersonPermission, { role, rolesWith }: SessionCaller): AppError {
  const roles = rolesWith(permission);
  return new AppError('insufficient_permissions', ERROR_MESSAGES.insufficient_permissions.role(role, permission, roles), {
    details: { required_permission: permission, role, roles },
  });
}

/** Throws the 403 of a key restricted to servers, if the operation or its path's server is out of its reach. */
export function requireReach({ reach }: Pick<Operation<never>, 'reach'>, { params }: HttpRequest, caller: Caller): void {
  if (caller.kind !== 'key' || caller.allowedServers === undefined) return;
  if (reach === 'organization') throw wholeOrganizationNotAllowed(caller);
  if (reach === 'server') requireServer(caller, Number(params.id));
}

/** Throws the 403 if the operation needs a sign-in within the last ten minutes. */
export function requireFreshSignIn(
  { needsFreshSignIn }: Pick<Operation<never>, 'needsFreshSignIn'>,
  request: HttpRequest,
  caller: Caller,
): void {
  if (caller.kind !== 'session' || !needsFreshSignIn) return;
  if (needsFreshSignIn === true || isNeededFor(needsFreshSignIn, request)) caller.requireFreshSignIn();
}

function isNeededFor(needsFreshSignIn: (body: Record<string, unknown>) => boolean, request: HttpRequest): boolean {
  try {
    return needsFreshSignIn(readJsonObject(request));
  } catch {
    return true;
  }
}
