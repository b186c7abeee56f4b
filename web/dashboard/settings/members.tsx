import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Member, ROLES, type Role } from '../api/app-paths.ts';
import { answerOf, client } from '../api/client.ts';
import { Action, useReason } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Shown } from '../parts/text.tsx';

const MEMBERS = ['members'];
/** Both are one answer. */
const peopleQuery = queryOptions({ queryKey: MEMBERS, queryFn: () => answerOf(client.GET('/members')) });

export function Members() {
  const query = useQuery({ ...peopleQuery, select: ({ members }) => ({ data: members }) });
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Member>();
  const change = useMutation({
    mutationFn: ({ id, role }: Pick<Member, 'id' | 'role'>) =>
      answerOf(client.PATCH('/members/{id}', { params: { path: { id } }, body: { role } })),
    onSuccess: ({ email, role }) => notify(`${email} is ${role} now`),
    onSettled: () => queries.invalidateQueries({ queryKey: MEMBERS }),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Member) => answerOf(client.DELETE('/members/{id}', { params: { path: { id } } })),
    onSuccess: (_, { email }) => {
      setLeaving(undefined);
      notify(`${email} removed`);
      return queries.invalidateQueries({ queryKey: MEMBERS });
    },
  });
  return (
    <section aria-label="Members">
      <h2>Members</h2>
      {change.error && <FailurePanel error={change.error} />}
      <List
        label="List of members"
        query={query}
        columns={['Person', 'Role', 'Since', 'Actions']}
        keyOf={({ id }) => id}
        empty="Nobody."
        row={(member) => (
          <>
            <th scope="row">
              <Shown text={member.name ?? member.email} />
              <small>
                <Shown text={member.email} />
              </small>
            </th>
            <td>
              <RoleOf member={member} change={(role) => change.mutate({ id: member.id, role })} />
            </td>
            <td>
              <Moment at={member.joined_at} />
            </td>
            <td>
              <Action about={member.email} needs="members.write" isDangerous onPress={() => setLeaving(member)}>
                Remove
              </Action>
            </td>
          </>
        )}
      />
      {leaving && (
        <Confirm
          title="Remove this member?"
          verb="Remove"
          isBusy={remove.isPending}
          error={remove.error}
          confirm={() => remove.mutate(leaving)}
          close={() => {
            remove.reset();
            setLeaving(undefined);
          }}
        >
          <p>
            <Shown text={leaving.email} /> is signed out, and can do nothing more in this organization.
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** A role that a group of the identity provider gives is changed there. */
function RoleOf({ member: { role, role_from, email }, change }: { member: Member; change: (role: Role) => void }) {
  const reason = useReason('members.write');
  if (reason !== undefined || role_from === 'group') {
    return (
      <span title={reason ?? 'A group of the identity provider gives this role.'}>
        <Shown text={role} />
        {role_from === 'group' && <small>by its group</small>}
      </span>
    );
  }
  return (
    <select aria-label={`Role of ${email}`} value={role} onChange={(event) => change(event.target.value as Role)}>
      <RoleOptions present={role} />
    </select>
  );
}

/** A role that this page does not know stays as it is. */
function RoleOptions({ present }: { present?: string }) {
  const roles: readonly string[] = present === undefined || ROLES.some((role) => role === present) ? ROLES : [...ROLES, present];
  return roles.map((role) => (
    <option key={role} value={role}>
      {role}
    </option>
  ));
}

export function Invitations() {
  const query = useQuery({ ...peopleQuery, select: ({ invitations }) => ({ data: invitations }) });
  const queries = useQueryClient();
  const listAgain = () => queries.invalidateQueries({ queryKey: MEMBERS });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useMutation({
    mutationFn: () => answerOf(client.POST('/invitations', { body: { email: email.trim(), role } })),
    onSuccess: () => {
      notify(`${email.trim()} invited`);
      setEmail('');
      return listAgain();
    },
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => answerOf(client.DELETE('/invitations/{id}', { params: { path: { id } } })),
    onSuccess: listAgain,
  });
  return (
    <section aria-label="Invitations">
      <h2>Invitations</h2>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <label>
          <span className="unseen">E-mail address</span>
          <input
            type="email"
            required
            placeholder="E-mail address"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label>
          <span className="unseen">Role</span>
          <select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            <RoleOptions />
          </select>
        </label>
        <Action submits needs="members.write" isBusy={invite.isPending}>
          Invite
        </Action>
      </form>
      {(invite.error ?? withdraw.error) && <FailurePanel error={invite.error ?? withdraw.error} />}
      <List
        label="List of invitations"
        query={query}
        columns={['E-mail address', 'Role', 'Ends', 'Actions']}
        keyOf={({ id }) => id}
        empty="No open invitations."
        row={(invitation) => (
          <>
            <th scope="row">
              <Shown text={invitation.email} />
            </th>
            <td>
              <Shown text={invitation.role} />
            </td>
            <td>
              <Moment at={invitation.expires_at} />
            </td>
            <td>
              <Action about={invitation.email} needs="members.write" onPress={() => withdraw.mutate(invitation.id)}>
                Withdraw
              </Action>
            </td>
          </>
        )}
      />
    </section>
  );
}
