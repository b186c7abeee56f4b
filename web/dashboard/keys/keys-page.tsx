import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { PERMISSIONS, type Permission } from '../../../contract/api/operations.ts';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Modal } from '../parts/modal.tsx';
import { notify } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret.tsx';
import { Shown } from '../parts/text.tsx';

const OVERLAP_HOURS = 24;
const COLUMNS = ['Name', 'Key', 'Permissions', 'Last used', 'Expires', 'Actions'];
type Key = Schemas['ApiKey'];
/** What is asked about a key. */
type Asked = { what: 'create' } | { what: 'rotate' | 'revoke'; key: Key };

export function KeysPage() {
  const query = useQuery({ queryKey: ['keys'], queryFn: () => answerOf(client.GET('/keys')) });
  const [asked, setAsked] = useState<Asked>();
  const queries = useQueryClient();
  const listAgain = () => queries.invalidateQueries({ queryKey: ['keys'] });
  // A secret is in no cache: these forget their answers at once.
  const make = useMutation({
    gcTime: 0,
    mutationFn: (body: NewKey) => answerOf(client.POST('/keys', { body })),
    onSuccess: listAgain,
  });
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: ({ id }: Key) =>
      answerOf(client.POST('/keys/{id}/rotate', { params: { path: { id } }, body: { overlap_hours: OVERLAP_HOURS } })),
    onSuccess: listAgain,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Key) => answerOf(client.DELETE('/keys/{id}', { params: { path: { id } } })),
    onSuccess: (_, { name }) => {
      close();
      notify(`${name} revoked`);
      return listAgain();
    },
  });
  const close = () => {
    for (const mutation of [make, rotate, revoke]) mutation.reset();
    setAsked(undefined);
  };
  const made = make.data ?? rotate.data;
  return (
    <Page
      title="API keys"
      actions={
        <Action isMain needs="keys.write" onPress={() => setAsked({ what: 'create' })}>
          Create a key
        </Action>
      }
    >
      <List
        label="API keys"
        query={query}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No keys yet. A program needs one to call the API."
        row={(key) => <KeyCells keyRow={key} ask={(what) => setAsked({ what, key })} />}
      />
      {made && (
        <SecretOnce
          title={`Key ${made.name}`}
          hint="A program sends both with every request."
          secrets={[
            ['X-API-KEY-ID', made.id],
            ['X-API-KEY', made.secret],
          ]}
          close={close}
        />
      )}
      {!made && asked?.what === 'create' && (
        <CreateDialog make={make.mutate} isBusy={make.isPending} error={make.error} close={close} />
      )}
      {!made && asked?.what === 'rotate' && (
        <Confirm
          title="Rotate this key?"
          verb="Rotate"
          isBusy={rotate.isPending}
          error={rotate.error}
          confirm={() => rotate.mutate(asked.key)}
          close={close}
        >
          <p>
            You get a new secret for <Shown text={asked.key.name} />. The old one works for {OVERLAP_HOURS} hours more.
          </p>
        </Confirm>
      )}
      {asked?.what === 'revoke' && (
        <Confirm
          title="Revoke this key?"
          verb="Revoke"
          name={asked.key.name}
          isBusy={revoke.isPending}
          error={revoke.error}
          confirm={() => revoke.mutate(asked.key)}
          close={close}
        >
          <p>Programs that use it are refused from this moment. This cannot be undone.</p>
        </Confirm>
      )}
    </Page>
  );
}

function KeyCells({ keyRow, ask }: { keyRow: Key; ask: (what: 'rotate' | 'revoke') => void }) {
  const { id, name, permissions, created_at, last_used_at, expires_at } = keyRow;
  return (
    <>
      <th scope="row">
        <Shown text={name} />
      </th>
      <td>
        <code>
          <Shown text={id} />
        </code>
        <small>
          created <Moment at={created_at} />
        </small>
      </td>
      <td>
        <Shown text={permissions.join(', ')} />
      </td>
      <td>{last_used_at === undefined ? 'Never' : <Relative at={last_used_at} />}</td>
      <td>{expires_at === undefined ? '–' : <Moment at={expires_at} />}</td>
      <td>
        <span className="actions">
          <Action about={name} needs="keys.write" onPress={() => ask('rotate')}>
            Rotate
          </Action>
          <Action about={name} needs="keys.write" isDangerous onPress={() => ask('revoke')}>
            Revoke
          </Action>
        </span>
      </td>
    </>
  );
}

type NewKey = Schemas['CreateKeyRequest'];

interface CreateDialogProps {
  make: (body: NewKey) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

function CreateDialog({ make, isBusy, error, close }: CreateDialogProps) {
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(PERMISSIONS);
  const toggle = (permission: string, isOn: boolean) =>
    setPermissions(PERMISSIONS.filter((each) => (each === permission ? isOn : permissions.includes(each))));
  return (
    <Modal title="Create a key" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make({ name: name.trim(), permissions: [...permissions] });
        }}
      >
        <label className="field">
          <span>Name, as the program that uses it</span>
          <input value={name} required maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </label>
        <fieldset>
          <legend>Permissions</legend>
          {PERMISSIONS.map((permission) => (
            <label key={permission} className="check">
              <input
                type="checkbox"
                checked={permissions.includes(permission)}
                onChange={(event) => toggle(permission, event.target.checked)}
              />{' '}
              {permission}
            </label>
          ))}
        </fieldset>
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy || permissions.length === 0}>
            Create
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
