import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../contract/api/roles.ts';
import { answerOf, client } from '../api/client.ts';
import { MEMBERS, peopleQuery } from '../api/people.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { RoleOptions } from './roles.tsx';

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
      <p className="small">
        Whoever signs in with this address, verified by your identity provider, can accept. An invitation ends after 7 days.
      </p>
      {(invite.error ?? withdraw.error) && <FailurePanel error={invite.error ?? withdraw.error} />}
      {/* Loaded together with the members, whose panel shows the error. */}
      {!query.isError && (
        <List
          label="List of invitations"
          query={query}
          columns={['E-mail address', 'Role', 'State', 'Actions']}
          keyOf={({ id }) => id}
          empty="No open invitations."
          row={(invitation) => (
            <>
              <th scope="row">
                <SafeText text={invitation.email} />
              </th>
              <td>
                <SafeText text={invitation.role} />
              </td>
              <td>
                Waits for them
                <small>
                  ends <Relative at={invitation.expires_at} />
                </small>
              </td>
              <td>
                <Action about={invitation.email} needs="members.write" onPress={() => withdraw.mutate(invitation.id)}>
                  Withdraw
                </Action>
              </td>
            </>
          )}
        />
      )}
    </section>
  );
}
