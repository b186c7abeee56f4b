import { permissionsOf, rolesWith } from '../../../contract/api/roles.ts';
import { APP_PATHS } from '../../../contract/paths.ts';
import { SIGN_IN_MESSAGES } from '../../../copy/en/sign-in-messages.ts';
import type { SessionCaller } from '../../model/accounts/caller.ts';
import { requireSameOrigin, sessionTokenOf } from '../../model/accounts/people/cookies.ts';
import type { Member, Session } from '../../model/accounts/people/people.schema.ts';
import type { OpenSession } from '../../model/accounts/people/session.store.ts';
import { isFreshlySignedIn, isLastSeenStale } from '../../model/accounts/people/session.ts';
import { USER_MINUTE } from '../../model/accounts/people/user-minute.ts';
import { rateLimitExceeded, usageOf } from '../../model/accounts/requests/rate-limit.ts';
import { type Mode, tenantOf } from '../../model/accounts/tenant.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { type HttpRequest, siteOf } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Authenticated } from '../pipeline/authenticate.ts';
import type { Admission } from '../pipeline/serve-operation.ts';

export type SessionPorts = Pick<Rows, 'sessions' | 'memberRates' | 'openTestTenant' | 'settings'>;

export interface SignedInPerson extends Authenticated {
  caller: SessionCaller;
  session: Session;
  member: Member;
}

/** The base path of people's requests: its path carries the mode. */
export function appPath(mode: Mode): string {
  return mode === 'test' ? `${APP_PATHS.api}/test` : APP_PATHS.api;
}

/** Serves the API's operations under /app/v1, with a session instead of an API key. */
export function sessionAdmission(mode: Mode, ports: SessionPorts): Admission {
  return {
    pathOf: (path) => path.replace(/^\/api/, appPath(mode)),
    authenticate: (request) => authenticateSession(request, mode, ports),
  };
}

/**
 * Authenticates a session with one table request to read it and one to count the call. Throws 403 for a page of another site, 401
 * without a session, and 429 over the limit; none of these counts in the organization's hour.
 */
export async function authenticateSession(request: HttpRequest, mode: Mode, ports: SessionPorts): Promise<SignedInPerson> {
  const { settings, sessions, memberRates } = ports;
  const { now } = request;
  const site = siteOf(request, settings);
  if (request.method !== 'GET') requireSameOrigin(request, site);
  const token = sessionTokenOf(request, site);
  const open = token && (await sessions.open(token, now, mode));
  if (!open) throw notSignedIn();
  const { session, member, limits = {} } = open;
  Object.assign(request.logFacts, { organizationId: tenantOf(member.organizationId, mode), userId: member.userId });
  const isFirstTest = mode === 'test' && open.limits === undefined;
  const [{ kind, item }] = await Promise.all([
    memberRates.count(member, now),
    isLastSeenStale(session, now) ? sessions.recordUse(session, now) : undefined,
    isFirstTest ? ports.openTestTenant(member.organizationId, now) : undefined,
  ]);
  // The member was removed after the session was read.
  if (!item) throw notSignedIn();
  const ofKey = usageOf(USER_MINUTE, item, now);
  if (kind === 'refused') throw rateLimitExceeded([ofKey], now);
  return { caller: callerOf(open, mode, now), session, member, ofKey, limits };
}

function callerOf({ member, session }: OpenSession, mode: Mode, now: Date): SessionCaller {
  const { organizationId, userId, role } = member;
  return {
    kind: 'session',
    organizationId: tenantOf(organizationId, mode),
    userId,
    role,
    rolesWith: (permission) => rolesWith(permission, mode),
    permissions: permissionsOf(role, mode),
    requireFreshSignIn() {
      if (!isFreshlySignedIn(session, now))
        throw new AppError('fresh_sign_in_required', SIGN_IN_MESSAGES.fresh_sign_in_required.any);
    },
  };
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', SIGN_IN_MESSAGES.not_signed_in.any);
}
