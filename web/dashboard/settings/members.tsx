import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../contract/api/roles.ts';
import type { Member } from '../api/app-paths.ts';
import { answerOf, client } from '../api/client.ts';
import { MEMBERS, peopleQuery } from '../api/people.ts';
import { Action, useReason } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { displayName } from '../parts/text/display-name.ts';
import { SafeText } from '../parts/text/text.tsx';
import { RoleOptions, RolesExplained } from './roles.tsx';

export function Members() {
  const [typed, setTyped] = useState('');
  const query = useQuery({ ...peopleQuery, select: ({ members }) => ({ data: members.filter((each) => isMeant(each, typed)) }) });
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Member>();
  const change = useMutation({
    mutationFn: ({ id, role }: Pick<Member, 'id' | 'role'>) =>
      answerOf(client.PATCH('/members/{id}', { params: { path: { id } }, body: { role } })),
    onSuccess: (member) => notify(`${displayName(member)} is ${member.role} now`),
    onSettled: () => queries.invalidateQueries({ queryKey: MEMBERS }),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Member) => answerOf(client.DELETE('/members/{id}', { params: { path: { id } } })),
    onSuccess: (_, member) => {
      setLeaving(undefined);
      notify(`${displayName(member)} removed`);
      return queries.invalidateQueries({ queryKey: MEMBERS });
    },
  });
  return (
    <section aria-label="Members">
      <h2>Members</h2>
      <div className="filters">
        <label className="filter">
          <span className="unseen">Search members</span>
          <input
            data-filter
            type="search"
            placeholder="Name, address or role"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      </div>
      {change.error && <FailurePanel error={change.error} />}
      <List
        label="List of members"
        query={query}
        columns={['Person', 'Role', 'Since', 'Actions']}
        keyOf={({ id }) => id}
        empty="No member matches."
        row={(member) => (
          <>
            <th scope="row">
              <SafeText text={member.name ?? displayName(member)} />
              <small>
                <SafeText text={member.email} />
              </small>
            </th>
            <td>
              <RoleOf member={member} change={(role) => change.mutate({ id: member.id, role })} />
            </td>
            <td>
              <Moment at={member.joined_at} />
            </td>
            <td>
              <Action about={displayName(member)} needs="members.write" isDangerous onPress={() => setLeaving(member)}>
                Remove
              </Action>
            </td>
          </>
        )}
      />
      <RolesExplained />
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
            <SafeText text={displayName(leaving)} /> is signed out, and can do nothing more in this organization.
          </p>
        </Confirm>
      )}
    </section>
  );
}

function isMeant({ name = '', email, role }: Member, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [name, email, role].some((text) => text.toLowerCase().includes(wanted));
}

/** A role given by a group of the identity provider is changed there. */
function RoleOf({ member, change }: { member: Member; change: (role: Role) => void }) {
  const { role, role_from } = member;
  const reason = useReason('members.write');
  if (reason !== undefined || role_from === 'group') {
    return (
      <span title={reason ?? 'A group of the identity provider gives this role.'}>
        <SafeText text={role} />
        {role_from === 'group' && <small>by its group</small>}
      </span>
    );
  }
  return (
    <select aria-label={`Role of ${displayName(member)}`} value={role} onChange={(event) => change(event.target.value as Role)}>
      <RoleOptions present={role} />
    </select>
  );
}
