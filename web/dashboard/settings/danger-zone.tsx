import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { organizationQuery } from '../api/organization.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useMe } from '../parts/me.ts';

/** What cannot be taken back. */
export function DangerZone() {
  const { data: me } = useMe();
  const { data: organization } = useQuery(organizationQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = useMutation({
    mutationFn: (id: string) => answerOf(client.DELETE('/members/{id}', { params: { path: { id } } })),
    // Whoever is no member has no session in it.
    onSuccess: () => location.assign('/dashboard/'),
  });
  return (
    <section aria-label="Danger zone" className="danger">
      <h2>Danger zone</h2>
      <div className="danger-row">
        <p>
          <b>Leave this organization</b>
          <small>You can do nothing more in it. The last owner cannot leave.</small>
        </p>
        <Action isDangerous isBusy={!me || !organization} onPress={() => setIsLeaving(true)}>
          Leave
        </Action>
      </div>
      {isLeaving && me && organization && (
        <Confirm
          title="Leave this organization?"
          verb="Leave"
          name={organization.name}
          isBusy={leave.isPending}
          error={leave.error}
          confirm={() => leave.mutate(me.id)}
          close={() => {
            leave.reset();
            setIsLeaving(false);
          }}
        >
          <p>Somebody else has to invite you again.</p>
        </Confirm>
      )}
    </section>
  );
}
