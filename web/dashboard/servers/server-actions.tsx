import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import type { Server } from '../api/servers.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notices.tsx';
import { type ServerFields, ServerForm } from './server-form.tsx';

const route = getRouteApi('/$mode/servers/$id');

export function ServerActions({ server }: { server: Server }) {
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <div className="actions">
        <Action needs="servers.write" onPress={() => setAsked('edit')}>
          Edit
        </Action>
        <Action needs="servers.write" isDangerous onPress={() => setAsked('delete')}>
          Delete
        </Action>
      </div>
      {asked === 'edit' && <Edit server={server} close={close} />}
      {asked === 'delete' && <Delete server={server} close={close} />}
    </>
  );
}

interface DialogProps {
  server: Server;
  close: () => void;
}

function Edit({ server, close }: DialogProps) {
  const { id } = server;
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: ({ name, address, config }: ServerFields) =>
      answerOf(
        client.PATCH('/servers/{id}', {
          params: { path: { id } },
          body: {
            name,
            ...(address && { address: address.length === 0 ? null : address }),
            ...(config && { config }),
          },
        }),
      ),
    onSuccess: (saved) => {
      notify('Server saved');
      queries.setQueryData(['server', id], saved);
      close();
      return queries.invalidateQueries({ queryKey: ['servers'] });
    },
  });
  return (
    <ServerForm
      title="Edit the server"
      verb="Save"
      server={server}
      save={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      close={close}
    />
  );
}

function Delete({ server: { id, name, type }, close }: DialogProps) {
  const queries = useQueryClient();
  const { mode } = route.useParams();
  const navigate = route.useNavigate();
  const remove = useMutation({
    mutationFn: () => answerOf(client.DELETE('/servers/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify(`${name} deleted`);
      await navigate({ to: '/$mode/servers', params: { mode } });
      queries.removeQueries({ queryKey: ['server', id] });
      await queries.invalidateQueries({ queryKey: ['servers'] });
    },
  });
  return (
    <Confirm
      title="Delete this server?"
      verb="Delete"
      name={name}
      isBusy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate()}
      close={close}
    >
      <p>{type === 'agent' ? 'Its machines get nothing more from this moment. ' : ''}It must have no domains.</p>
    </Confirm>
  );
}
