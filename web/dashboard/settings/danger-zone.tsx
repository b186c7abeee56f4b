import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { organizationQuery } from '../api/organization.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notices.tsx';

export function DangerZone() {
  const { data: me } = useMe();
  const { data: organization } = useQuery(organizationQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = useMutation({
    mutationFn: (id: string) => answerOf(client.DELETE('/members/{id}', { params: { path: { id } } })),
    // A former member has no session in the organization.
    onSuccess: () => location.assign('/dashboard/'),
  });
  return (
    <section aria-label="Danger zone" className="danger">
      <h2>Danger zone</h2>
      <RotatePortal />
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

function RotatePortal() {
  const queries = useQueryClient();
  const { data: organization } = useQuery(organizationQuery);
  const [isAsked, setIsAsked] = useState(false);
  const rotate = useMutation({
    mutationFn: () => answerOf(client.POST('/portal-token/rotate', { body: {} })),
    onSuccess: ({ portal_url }) => {
      notify(`The portal is at ${portal_url} now`);
      setIsAsked(false);
      return queries.invalidateQueries({ queryKey: ['organization'] });
    },
  });
  return (
    <div className="danger-row">
      <p>
        <b>Rotate the address of the portal</b>
        <small>The present one ends at once, with every link that was sent to a customer.</small>
      </p>
      <Action needs="members.write" isDangerous isBusy={!organization} onPress={() => setIsAsked(true)}>
        Rotate the address
      </Action>
      {isAsked && organization && (
        <Confirm
          title="Rotate the address of the portal?"
          verb="Rotate"
          name={organization.name}
          isBusy={rotate.isPending}
          error={rotate.error}
          confirm={() => rotate.mutate()}
          close={() => {
            rotate.reset();
            setIsAsked(false);
          }}
        >
          <p>
            Links that your customers have lead nowhere from then on. Make new ones, and change the address in your own pages.
          </p>
        </Confirm>
      )}
    </div>
  );
}
