import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { Code, Shown } from '../parts/text.tsx';
import { ServerStatus } from './servers-page.tsx';

const route = getRouteApi('/$mode/servers/$id');
const WAITING_MS = 3000;
const STILL_MS = 30_000;

type Machine = Schemas['Machine'];

export function ServerPage() {
  const id = Number(route.useParams().id);
  const server = useQuery({
    queryKey: ['server', id],
    queryFn: () => answerOf(client.GET('/servers/{id}', { params: { path: { id } } })),
    refetchInterval: STILL_MS,
  });
  const { data } = server;
  return (
    <Page title={data?.name ?? 'Server'}>
      {server.isError && <FailurePanel error={server.error} retry={() => server.refetch()} />}
      {data && (
        <dl className="facts">
          <div>
            <dt>Status</dt>
            <dd>
              <ServerStatus status={data.status} />
            </dd>
          </div>
          <div>
            <dt>CNAME target</dt>
            <dd>
              <code>
                <Shown text={data.cname_target} />
              </code>{' '}
              <Copy text={data.cname_target} what="CNAME target" />
            </dd>
          </div>
          <div>
            <dt>Last seen</dt>
            <dd>{data.last_seen_at === undefined ? 'Never' : <Moment at={data.last_seen_at} />}</dd>
          </div>
        </dl>
      )}
      {data && <Machines id={id} />}
    </Page>
  );
}

function Machines({ id }: { id: number }) {
  const queries = useQueryClient();
  const [gone, setGone] = useState<Machine>();
  // Its answer is a secret: no cache has it.
  const enroll = useMutation({
    gcTime: 0,
    mutationFn: () => answerOf(client.POST('/servers/{id}/enrollments', { params: { path: { id } }, body: {} })),
  });
  const isWaiting = enroll.data !== undefined;
  const machines = useQuery({
    queryKey: ['server', id, 'machines'],
    queryFn: () => answerOf(client.GET('/servers/{id}/enrollments', { params: { path: { id }, query: { limit: 100 } } })),
    refetchInterval: isWaiting ? WAITING_MS : STILL_MS,
  });
  const revoke = useMutation({
    mutationFn: ({ id: machine_id }: Machine) =>
      answerOf(client.DELETE('/servers/{id}/enrollments/{machine_id}', { params: { path: { id, machine_id } } })),
    onSuccess: (_, { name }) => {
      setGone(undefined);
      notify(`${name} revoked`);
      return queries.invalidateQueries({ queryKey: ['server', id] });
    },
  });
  return (
    <section aria-label="Machines">
      <h2>Machines</h2>
      <List
        label="List of machines"
        query={machines}
        columns={['Name', 'Enrolled', 'Last seen', 'Actions']}
        keyOf={({ id: machineId }) => machineId}
        empty="No machine yet. Enroll the one that terminates TLS."
        row={(machine) => (
          <>
            <th scope="row">
              <Shown text={machine.name} />
            </th>
            <td>
              <Moment at={machine.enrolled_at} />
            </td>
            <td>{machine.last_seen_at === undefined ? 'Never' : <Relative at={machine.last_seen_at} />}</td>
            <td>
              <Action about={machine.name} needs="servers.write" isDangerous onPress={() => setGone(machine)}>
                Revoke
              </Action>
            </td>
          </>
        )}
      />
      {enroll.data ? (
        <Enrollment enrollment={enroll.data} machines={machines.data?.data ?? []} close={enroll.reset} />
      ) : (
        <div className="actions">
          <Action needs="servers.write" isBusy={enroll.isPending} onPress={() => enroll.mutate()}>
            Enroll a machine
          </Action>
        </div>
      )}
      {enroll.error && <FailurePanel error={enroll.error} />}
      {gone && (
        <Confirm
          title="Revoke this machine?"
          verb="Revoke"
          name={gone.name}
          isBusy={revoke.isPending}
          error={revoke.error}
          confirm={() => revoke.mutate(gone)}
          close={() => {
            revoke.reset();
            setGone(undefined);
          }}
        >
          <p>Its agent gets nothing more. The certificates that it has stay on it.</p>
        </Confirm>
      )}
    </section>
  );
}

/** The command, once; it is done when a machine is there that was not. */
function Enrollment({
  enrollment,
  machines,
  close,
}: {
  enrollment: Schemas['Enrollment'];
  machines: Machine[];
  close: () => void;
}) {
  const [before] = useState(() => new Set(machines.map(({ id }) => id)));
  const arrived = machines.find(({ id }) => !before.has(id));
  const command = `cps-agent enroll --site ${location.origin} --token ${enrollment.token} --name "$(hostname)" --dir /var/lib/cps-agent`;
  return (
    <section className="box" aria-label="Enrollment">
      <h3>Run this on the machine that terminates TLS</h3>
      <Code text={command} label="Command to enroll" />
      <Copy text={command} what="Command" />
      <p role="status">
        {arrived ? (
          <span className="good">
            <Shown text={arrived.name} /> is enrolled.
          </span>
        ) : (
          'Waiting for the machine.'
        )}
      </p>
      <p className="small">
        The token works once, until <Moment at={enrollment.expires_at} />. It is shown only now.
      </p>
      <Action onPress={close}>Close</Action>
    </section>
  );
}
