import type { PersonPermission } from '../../../contract/api/roles.ts';
import type { SessionCaller } from '../../model/accounts/caller.ts';
import type { Member, Session } from '../../model/accounts/people/people.schema.ts';
import { rateHeaders } from '../../model/accounts/requests/rate-limit.ts';
import type { Mode } from '../../model/accounts/tenant.ts';
import { type Actor, type AuditEntry, type AuditedChange, auditEntry } from '../../shared/audit/audit.schema.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';
import { requirePermission } from '../pipeline/authorize.ts';
import { actorOf } from '../pipeline/serve-operation.ts';
import { appPath, authenticateSession, type SessionPorts } from './session-admission.ts';

export interface PersonCall {
  request: HttpRequest;
  caller: SessionCaller;
  session: Session;
  member: Member;
  actor: Actor;
  now: Date;
}

interface PersonRoute {
  /** True when the route acts on data of the mode's tenant. Other routes act on the organization itself, in either mode. */
  isTenantScoped?: boolean;
  method: Route['method'];
  /** Relative to /app/v1 or /app/v1/test. */
  path: `/${string}`;
  permission?: PersonPermission;
  needsFreshSignIn?: boolean;
  work: (call: PersonCall) => Promise<HttpResponse>;
}

/**
 * A route for signed-in people only: the checks of an operation, without the organization's hourly limit and without
 * Idempotency-Key.
 */
export function personRoute(
  mode: Mode,
  { method, path, permission, needsFreshSignIn, isTenantScoped = false, work }: PersonRoute,
  ports: SessionPorts,
): Route {
  return {
    method,
    path: appPath(mode) + path,
    async handle(request) {
      const { caller, session, member, ofKey } = await authenticateSession(request, isTenantScoped ? mode : 'live', ports);
      Object.assign(request.answerHeaders, rateHeaders(ofKey, ofKey));
      requirePermission(caller, permission);
      if (needsFreshSignIn) caller.requireFreshSignIn();
      return work({ request, caller, session, member, actor: actorOf(caller, request), now: request.now });
    },
  };
}

export function auditOf({ actor, caller, now }: PersonCall, newId: (prefix: 'aud') => string, change: AuditedChange): AuditEntry {
  return auditEntry({ actor, caller, now }, newId('aud'), change);
}
