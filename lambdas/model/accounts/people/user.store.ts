import { MEMBER_PREFIX, peopleKeys, userPartition } from '../../../shared/table/keys.ts';
import { allItems } from '../../../shared/table/queries.ts';
import { notThereYet, type Table, type Write } from '../../../shared/table/table.store.ts';
import { identityHash } from './invitation.ts';
import { User } from './people.schema.ts';

const isThere = 'attribute_exists(pk)';

/** A person's identity at the identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

export function userStore(table: Table) {
  return {
    /** Two reads. Undefined: this identity was never admitted. */
    async byIdentity({ issuer, subject }: Identity): Promise<User | undefined> {
      const identity = await table.get(peopleKeys.identity(identityHash(issuer, subject)));
      const user = identity && (await table.get(peopleKeys.user(String(identity.userId))));
      return user && User.parse(user);
    },

    /** A new user, for the transaction that makes them a member; it fails if a concurrent sign-in has created the user. */
    creation(user: User, { issuer, subject }: Identity): Write[] {
      const { userId } = user;
      return [
        table.putWrite({ ...peopleKeys.identity(identityHash(issuer, subject)), userId }, notThereYet),
        table.putWrite({ ...peopleKeys.user(userId), ...user }, notThereYet),
      ];
    },

    /** Throws LostRace if there is no such user. */
    async update(userId: string, changed: Partial<Pick<User, 'email' | 'lastOrganizationId'>>): Promise<void> {
      const names = Object.keys(changed);
      await table.update(peopleKeys.user(userId), {
        expression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
        condition: isThere,
        values: Object.fromEntries(Object.entries(changed).map(([name, value]) => [`:${name}`, value])),
      });
    },

    async organizationsOf(userId: string): Promise<string[]> {
      const items = await allItems(table, {
        KeyConditionExpression: 'pk = :user AND begins_with(sk, :members)',
        values: { ':user': userPartition(userId), ':members': MEMBER_PREFIX },
        ConsistentRead: true,
      });
      return items.map(({ organizationId }) => String(organizationId));
    },
  };
}
export type UserStore = ReturnType<typeof userStore>;
