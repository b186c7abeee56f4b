import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { isSilent, type Machine, machinesQuery } from '../api/servers.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { NextPage } from '../parts/next-page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { EnrollMachine } from './enroll-machine.tsx';
import { RevokeMachine } from './revoke-machine.tsx';
import { SilentMachines } from './silent-machines.tsx';

export function Machines({ id }: { id: number }) {
  const [gone, setGone] = useState<Machine>();
  // Its answer is a secret and is not cached.
  const enroll = useMutation({
    gcTime: 0,
    mutationFn: () => answerOf(client.POST('/servers/{id}/enrollments', { params: { path: { id } }, body: {} })),
  });
  const query = useInfiniteQuery(machinesQuery(id, enroll.data !== undefined));
  const machines = query.data?.pages.flatMap(({ data }) => data);
  const silent = machines?.filter(isSilent) ?? [];
  return (
    <section aria-label="Machines">
      <h2>Machines</h2>
      {silent.length > 0 && <SilentMachines machines={silent} />}
      <List
        label="List of machines"
        query={{ ...query, data: machines && { data: machines } }}
        columns={['Name', 'Enrolled', 'Last seen', 'Actions']}
        keyOf={({ id: machineId }) => machineId}
        empty="No machine yet. Enroll the one that terminates TLS."
        row={(machine) => <Cells machine={machine} revoke={() => setGone(machine)} />}
      />
      <NextPage query={query}>Older machines</NextPage>
      {enroll.data ? (
        <EnrollMachine enrollment={enroll.data} machines={machines ?? []} close={enroll.reset} />
      ) : (
        <div className="actions">
          <Action isMain={machines?.length === 0} needs="servers.write" isBusy={enroll.isPending} onPress={() => enroll.mutate()}>
            Enroll a machine
          </Action>
        </div>
      )}
      {enroll.error && <FailurePanel error={enroll.error} />}
      {gone && <RevokeMachine serverId={id} machine={gone} close={() => setGone(undefined)} />}
    </section>
  );
}

function Cells({ machine, revoke }: { machine: Machine; revoke: () => void }) {
  const { name, enrolled_at, last_seen_at } = machine;
  return (
    <>
      <th scope="row" className="host">
        <SafeText text={name} />
      </th>
      <td>
        <Moment at={enrolled_at} />
      </td>
      <td className={isSilent(machine) ? 'bad' : 'good'}>
        {last_seen_at === undefined ? 'Never' : <Relative at={last_seen_at} />}
      </td>
      <td>
        <Action about={name} needs="servers.write" isDangerous onPress={revoke}>
          Revoke
        </Action>
      </td>
    </>
  );
}
