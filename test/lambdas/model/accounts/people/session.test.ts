import { describe, expect, it } from 'vitest';
import {
  isFreshlySignedIn,
  isLastSeenStale,
  isOpen,
  newSession,
  readSessionToken,
  sessionIdOf,
  sessionTokenText,
} from '../../../../../lambdas/model/accounts/people/session.ts';
import { later, NOW } from '../../../a-domain.ts';
import { ORGANIZATION, userId } from './a-person.ts';

const HOUR = 3_600_000;
const SECRET = 's'.repeat(43);
const facts = {
  userId: userId('M'),
  organizationId: ORGANIZATION,
  authenticatedAt: NOW.toISOString(),
  sourceIp: '192.0.2.1',
  userAgent: 'test',
};
const session = newSession(facts, SECRET, NOW);
const usedAt = (ms: number) => ({ ...session, lastSeenAt: later(ms).toISOString() });

describe('a session', () => {
  it('ends after eight hours without use, not before', () => {
    expect([isOpen(session, later(8 * HOUR - 1)), isOpen(session, later(8 * HOUR))]).toEqual([true, false]);
  });

  it('ends after a day, however much it is used', () => {
    expect(isOpen(usedAt(24 * HOUR - 2), later(24 * HOUR - 1))).toBe(true);
    expect(isOpen(usedAt(24 * HOUR - 1), later(24 * HOUR))).toBe(false);
  });

  it('has its use written down once in five minutes', () => {
    expect([isLastSeenStale(session, later(299_999)), isLastSeenStale(session, later(300_000))]).toEqual([false, true]);
  });

  it('is fresh for ten minutes after the provider has asked for a password', () => {
    expect([isFreshlySignedIn(session, later(599_999)), isFreshlySignedIn(session, later(600_000))]).toEqual([true, false]);
  });

  it('keeps the hash of its secret, and not the secret', () => {
    expect(session.sessionId).toBe(sessionIdOf(SECRET));
    expect(JSON.stringify(session)).not.toContain(SECRET);
  });
});

describe('what the cookie of a session holds', () => {
  const token = { organizationId: ORGANIZATION, userId: userId('M'), secret: SECRET };

  it('is read as it was written', () => {
    expect(readSessionToken(sessionTokenText(token))).toEqual(token);
  });

  it.each([
    ['nothing', ''],
    ['a secret that is too short', sessionTokenText({ ...token, secret: 's' })],
    ['a key of the table in place of a user', sessionTokenText({ ...token, userId: 'USER#usr_1' })],
    ['more behind it', `${sessionTokenText(token)}.x`],
  ])('is no session where it is %s', (_, text) => {
    expect(readSessionToken(text)).toBeUndefined();
  });
});
