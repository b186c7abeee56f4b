import { sessionCookie, sessionTokenOf } from '../model/accounts/people/cookies.ts';
import type { User } from '../model/accounts/people/people.schema.ts';
import type { SessionStore } from '../model/accounts/people/session.store.ts';
import { newSession, sessionIdOf } from '../model/accounts/people/session.ts';
import type { UserStore } from '../model/accounts/people/user.store.ts';
import type { HttpRequest } from '../shared/http/route.ts';

export interface StartPorts {
  sessions: Pick<SessionStore, 'start' | 'end'>;
  users: Pick<UserStore, 'update'>;
  base62: (length: number) => string;
}

/** 256 random bits. */
export const SECRET_LENGTH = 43;

interface Start {
  user: User;
  organizationId: string;
  authenticatedAt: string;
  site: string;
}

/**
 * Starts a session, replacing the browser's old one if any, and returns its cookie. The next sign-in enters the same organization
 * by default.
 */
export async function startSession(request: HttpRequest, start: Start, { sessions, users, base62 }: StartPorts): Promise<string> {
  const { user, organizationId, authenticatedAt, site } = start;
  const { now, sourceIp, userAgent } = request;
  const token = { organizationId, userId: user.userId, secret: base62(SECRET_LENGTH) };
  const facts = { userId: user.userId, organizationId, authenticatedAt, sourceIp, userAgent };
  await sessions.start(newSession(facts, token.secret, now));
  if (user.lastOrganizationId !== organizationId) await users.update(user.userId, { lastOrganizationId: organizationId });
  const former = sessionTokenOf(request, site);
  if (former) await sessions.end(former.userId, sessionIdOf(former.secret));
  return sessionCookie(token, site);
}
