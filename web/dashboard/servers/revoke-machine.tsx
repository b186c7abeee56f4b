import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import type { Machine } from '../api/servers.ts';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notices.tsx';

interface RevokeMachineProps {
  serverId: number;
  machine: Machine;
  close: () => void;
}

export function RevokeMachine({ serverId: id, machine, close }: RevokeMachineProps) {
  const { id: machine_id, name } = machine;
  const queries = useQueryClient();
  const [isKnown, setIsKnown] = useState(false);
  const revoke = useMutation({
    mutationFn: () =>
      answerOf(
        client.DELETE('/servers/{id}/enrollments/{machine_id}', {
          params: { path: { id, machine_id }, ...(isKnown && { query: { rekey: 'true' as const } }) },
        }),
      ),
    onSuccess: ({ keys, rekey }) => {
      notify(
        `${name} revoked${keys ? `. It had the keys of ${domainsText(keys.count)}${rekey ? ', which get new ones' : ''}` : ''}`,
      );
      close();
      return queries.invalidateQueries({ queryKey: ['server', id] });
    },
  });
  return (
    <Confirm
      title="Revoke this machine?"
      verb="Revoke"
      name={name}
      isBusy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate()}
      close={close}
    >
      <p>Its agent gets nothing more. The certificates that it has stay on it.</p>
      <label className="check">
        <input type="checkbox" checked={isKnown} onChange={({ target }) => setIsKnown(target.checked)} />{' '}
        <span>Somebody else may have its private keys: give its domains new ones, and revoke the certificates</span>
      </label>
    </Confirm>
  );
}

function domainsText(count: number): string {
  return count === 1 ? 'one domain' : `${count.toLocaleString('en')} domains`;
}
