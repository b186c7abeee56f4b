import { createHash } from 'node:crypto';
import { addSeconds } from '../../../shared/time/instant.ts';
import type { Session } from './people.schema.ts';

/** An unused session ends after this time. */
const SESSION_IDLE_SECONDS = 8 * 3600;
/** The longest life of a session, however much it is used. */
export const SESSION_SECONDS = 24 * 3600;
/** The shortest time between two writes of `lastSeenAt`. */
const SEEN_RECORDED_SECONDS = 300;
/** Showing a secret and changing permissions need a sign-in as recent as this. */
const FRESH_SIGN_IN_SECONDS = 600;

export type NewSession = Pick<Session, 'userId' | 'organizationId' | 'authenticatedAt' | 'sourceIp' | 'userAgent'>;

export function newSession(facts: NewSession, secret: string, now: Date): Session {
  const startedAt = now.toISOString();
  return {
    ...facts,
    sessionId: sessionIdOf(secret),
    startedAt,
    lastSeenAt: startedAt,
    endsAt: addSeconds(now, SESSION_SECONDS),
  };
}

export function isOpen({ lastSeenAt, endsAt }: Pick<Session, 'lastSeenAt' | 'endsAt'>, now: Date): boolean {
  return endsAt > now.toISOString() && addSeconds(new Date(lastSeenAt), SESSION_IDLE_SECONDS) > now.toISOString();
}

/** True when it is time to write `lastSeenAt` again. */
export function isLastSeenStale({ lastSeenAt }: Pick<Session, 'lastSeenAt'>, now: Date): boolean {
  return addSeconds(new Date(lastSeenAt), SEEN_RECORDED_SECONDS) <= now.toISOString();
}

export function isFreshlySignedIn({ authenticatedAt }: Pick<Session, 'authenticatedAt'>, now: Date): boolean {
  return addSeconds(new Date(authenticatedAt), FRESH_SIGN_IN_SECONDS) > now.toISOString();
}

/** The contents of the cookie: whose session it is, so that one request to the table finds it with its member, and its secret. */
export interface SessionToken {
  organizationId: string;
  userId: string;
  /** 43 base62 characters. */
  secret: string;
}

const TOKEN = /^(org_[0-9A-Z]{26})\.(usr_[0-9A-Z]{26})\.([0-9A-Za-z]{43})$/;

export function sessionTokenText({ organizationId, userId, secret }: SessionToken): string {
  return `${organizationId}.${userId}.${secret}`;
}

export function readSessionToken(text: string): SessionToken | undefined {
  const [, organizationId, userId, secret] = TOKEN.exec(text) ?? [];
  return organizationId && userId && secret ? { organizationId, userId, secret } : undefined;
}

/** 256 random bits need no slow hash. */
export function sessionIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
