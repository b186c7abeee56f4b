import { keys, peopleKeys, SESSION_PREFIX, userPartition } from '../../../shared/table/keys.ts';
import { wonRace } from '../../../shared/table/lost-race.ts';
import { allItems } from '../../../shared/table/queries.ts';
import { notThereYet, type Table } from '../../../shared/table/table.store.ts';
import { OrganizationLimits } from '../account.schema.ts';
import { type Mode, tenantOf } from '../tenant.ts';
import { Member, Session } from './people.schema.ts';
import { isOpen, type SessionToken, sessionIdOf } from './session.ts';

const isThere = 'attribute_exists(pk)';

/** All data that authorizes a request with a session. */
export interface OpenSession {
  session: Session;
  member: Member;
  /** Of the tenant of the mode. Absent: the organization has no test data yet. */
  limits?: OrganizationLimits;
}

export function sessionStore(table: Table) {
  return {
    async start(session: Session): Promise<void> {
      const expiresAtSeconds = Math.ceil(new Date(session.endsAt).getTime() / 1000);
      await table.put({ ...peopleKeys.session(session.userId, session.sessionId), ...session, expiresAtSeconds }, notThereYet);
    },

    /**
     * The session of a cookie, with its user's current role and the organization's limits: one BatchGetItem, strongly consistent.
     * Undefined if it has ended, or its user is no longer a member.
     */
    async open(token: SessionToken, now: Date, mode: Mode = 'live'): Promise<OpenSession | undefined> {
      const { organizationId, userId, secret } = token;
      const sessionKey = peopleKeys.session(userId, sessionIdOf(secret));
      const memberKey = peopleKeys.member(organizationId, userId);
      const limitsKey = keys.limits(tenantOf(organizationId, mode));
      const found = await table.getMany([sessionKey, memberKey, limitsKey]);
      const at = (key: typeof sessionKey) => found.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
      const [sessionItem, memberItem] = [at(sessionKey), at(memberKey)];
      if (!sessionItem || !memberItem) return undefined;
      const session = Session.parse(sessionItem);
      if (session.organizationId !== organizationId || !isOpen(session, now)) return undefined;
      const limits = at(limitsKey);
      return { session, member: Member.parse(memberItem), ...(limits && { limits: OrganizationLimits.parse(limits) }) };
    },

    /** Does not reopen a session that was ended meanwhile. */
    async recordUse({ userId, sessionId }: Session, now: Date): Promise<void> {
      const write = { expression: 'SET lastSeenAt = :now', condition: isThere, values: { ':now': now.toISOString() } };
      await wonRace(table.update(peopleKeys.session(userId, sessionId), write));
    },

    /** The open sessions of a user, in all organizations. */
    async ofUser(userId: string, now: Date): Promise<Session[]> {
      const items = await allItems(table, {
        KeyConditionExpression: 'pk = :user AND begins_with(sk, :sessions)',
        values: { ':user': userPartition(userId), ':sessions': SESSION_PREFIX },
        ConsistentRead: true,
      });
      return items.map((item) => Session.parse(item)).filter((session) => isOpen(session, now));
    },

    /** Idempotent. */
    async end(userId: string, sessionId: string): Promise<void> {
      await table.transact([table.deleteWrite(peopleKeys.session(userId, sessionId))]);
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
