import type { PersonPermission } from '../../../contract/api/roles.ts';
import { APP_PATHS } from '../../../contract/paths.ts';
import type { Member, Session } from '../../model/accounts/people/people.schema.ts';
import { type Actor, type AuditEntry, type AuditedChange, auditEntry } from '../../shared/audit/audit.schema.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';
import type { SessionCaller } from '../pipeline/api-route.ts';
import { requirePermission } from '../pipeline/authenticate.ts';
import { rateHeaders } from '../pipeline/rate-limit.ts';
import { actorOf } from '../pipeline/serve-api.ts';
import { requireFreshSignIn, type SessionPorts, signedInAt } from './session-admission.ts';

/** What a person asks that no key can. */
export interface PersonCall {
  request: HttpRequest;
  caller: SessionCaller;
  session: Session;
  member: Member;
  actor: Actor;
  now: Date;
}

interface PersonRoute {
  method: Route['method'];
  /** Below /app/v1. */
  path: `/${string}`;
  permission?: PersonPermission;
  needsFreshSignIn?: boolean;
  work: (call: PersonCall) => Promise<HttpResponse>;
}

/** A route of people alone: the same order of checks as an operation of the API, without its hour and its Idempotency-Key. */
export function personRoute({ method, path, permission, needsFreshSignIn, work }: PersonRoute, ports: SessionPorts): Route {
  return {
    method,
    path: APP_PATHS.api + path,
    async handle(request) {
      const { caller, session, member, ofKey } = await signedInAt(request, ports);
      Object.assign(request.answerHeaders, rateHeaders(ofKey, ofKey));
      requirePermission(caller, permission);
      if (needsFreshSignIn) requireFreshSignIn(session, request.now);
      return work({ request, caller, session, member, actor: actorOf(caller, request), now: request.now });
    },
  };
}

export function auditOf({ actor, caller, now }: PersonCall, newId: (prefix: 'aud') => string, change: AuditedChange): AuditEntry {
  return auditEntry({ actor, caller, now }, newId('aud'), change);
}
