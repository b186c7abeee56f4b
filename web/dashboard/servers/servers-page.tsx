import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { serversQuery } from '../api/domains.ts';
import { Action } from '../parts/action.tsx';
import { Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { State, type States } from '../parts/state.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { type ServerFields, ServerForm } from './server-form.tsx';

const route = getRouteApi('/$mode/servers');

export function ServersPage() {
  const query = useQuery({ ...serversQuery, refetchInterval: 30_000 });
  const { mode } = route.useParams();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title="Servers"
      actions={
        <Action isMain needs="servers.write" onPress={() => setIsAdding(true)}>
          Add a server
        </Action>
      }
    >
      <List
        label="List of servers"
        query={query}
        columns={['Name', 'Type', 'Status', 'CNAME target', 'Last seen']}
        keyOf={({ id }) => id}
        empty="No servers yet. Add the one that terminates TLS, then enroll its machines."
        row={({ id, name, type, status, cname_target, last_seen_at }) => (
          <>
            <th scope="row">
              <Link data-row className="host" to="/$mode/servers/$id" params={{ mode, id: String(id) }}>
                <SafeText text={name} />
              </Link>
            </th>
            <td>
              <ServerType type={type} />
            </td>
            <td>
              <ServerStatus status={status} type={type} />
            </td>
            <td>
              <code>
                <SafeText text={cname_target} />
              </code>
            </td>
            <td>{last_seen_at === undefined ? 'Never' : <Relative at={last_seen_at} />}</td>
          </>
        )}
      />
      {isAdding && <AddServer close={() => setIsAdding(false)} />}
    </Page>
  );
}

function AddServer({ close }: { close: () => void }) {
  const { mode } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: ({ name, address, type, config }: ServerFields) => {
      const body = { name, type, ...(address && address.length > 0 && { address }), ...(config && { config }) };
      return answerOf(client.POST('/servers', { body: body as Schemas['CreateServerRequest'] }));
    },
    onSuccess: async ({ id, name }) => {
      notify(`${name} added`);
      await queries.invalidateQueries({ queryKey: ['servers'] });
      await navigate({ to: '/$mode/servers/$id', params: { mode, id: String(id) } });
    },
  });
  return <ServerForm title="Add a server" verb="Add" save={add.mutate} isBusy={add.isPending} error={add.error} close={close} />;
}

const STATES: States = {
  online: { tone: 'good', icon: 'good', name: 'Online' },
  offline: { tone: 'bad', icon: 'bad', name: 'Offline' },
  error: { tone: 'bad', icon: 'bad', name: 'Error' },
  unclaimed: { tone: 'wait', icon: 'wait', name: 'No machine yet' },
};

/** The service checks the AWS account; no machine enrolls there. */
const AWS_STATES: States = { ...STATES, unclaimed: { tone: 'wait', icon: 'wait', name: 'Not checked yet' } };

export function ServerStatus({ status, type }: { status: string; type: string }) {
  return <State state={status} states={type === 'agent' ? STATES : AWS_STATES} />;
}

/** A type of a later release is shown as the service names it. */
export function ServerType({ type }: { type: string }) {
  const names: Record<string, string> = { agent: 'Machines', alb: 'Load balancer', cloudfront: 'CloudFront' };
  return <SafeText text={Object.hasOwn(names, type) ? (names[type] ?? type) : type} />;
}
