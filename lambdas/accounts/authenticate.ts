import { AppError } from '../shared/app-error.ts';
import type { Permission } from '../shared/contract/codes.ts';
import type { HttpRequest, HttpResponse, Route } from '../shared/http/route.ts';
import type { ServiceSecret } from '../shared/service-secret.ts';
import type { ApiKey } from './account.schema.ts';
import type { AccountStore } from './account.store.ts';
import { admits, isOurs } from './api-key.ts';

/** Who is asking. */
export type Caller = Pick<ApiKey, 'keyId' | 'organizationId' | 'permissions'>;

export interface AuthenticationPorts {
  accounts: Pick<AccountStore, 'getKey'>;
  serviceSecret: ServiceSecret;
}

export interface ApiRoute {
  method: Route['method'];
  path: string;
  permission: Permission;
  handle(request: HttpRequest, caller: Caller): Promise<HttpResponse>;
}

/** Puts the key and the permission before a handler, in that order. */
export function authenticated(route: ApiRoute, ports: AuthenticationPorts): Route {
  return {
    method: route.method,
    path: route.path,
    async handle(request) {
      const caller = await authenticate(request, ports);
      requirePermission(caller, route.permission);
      return route.handle(request, caller);
    },
  };
}

/** The one answer for a missing, unknown, mistyped, wrong, revoked or expired key. One read for each well-formed key. */
async function authenticate(request: HttpRequest, ports: AuthenticationPorts): Promise<Caller> {
  const pair = { keyId: request.headers['x-api-key-id'] ?? '', secret: request.headers['x-api-key'] ?? '' };
  const stored = isOurs(pair, ports.serviceSecret) ? await ports.accounts.getKey(pair.keyId) : undefined;
  if (!stored || !admits(stored, pair.secret, request.now)) {
    throw new AppError('invalid_api_key', 'The API key is missing or not valid; send X-API-KEY-ID and X-API-KEY.');
  }
  return stored;
}

function requirePermission(caller: Caller, permission: Permission): void {
  if (caller.permissions.includes(permission)) return;
  throw new AppError('insufficient_permissions', `This key lacks the permission ${permission}.`, {
    details: { required_permission: permission, api_key_permissions: caller.permissions },
  });
}
