import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { keysQuery } from '../api/keys.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Day, Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { OVERLAP_HOURS, OverlapField } from '../parts/overlap-field.tsx';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';

const MAX_NAMED = 3;
const COLUMNS = ['Name', 'Key', 'Permissions', 'Last used', 'Ends', 'Actions'];
type Key = Schemas['ApiKey'];
type NewKey = Schemas['CreateKeyRequest'];
type Asked = { what: 'create' } | { what: 'edit' | 'rotate' | 'revoke'; key: Key };

export function KeysPage() {
  const { mode } = getRouteApi('/$mode').useParams();
  const query = useQuery(keysQuery);
  const [asked, setAsked] = useState<Asked>();
  const [hours, setHours] = useState(OVERLAP_HOURS);
  const queries = useQueryClient();
  const listAgain = () => queries.invalidateQueries({ queryKey: ['keys'] });
  // Secrets are never cached: these mutations drop their answers at once.
  const make = useMutation({
    gcTime: 0,
    mutationFn: (body: NewKey) => answerOf(client.POST('/keys', { body })),
    onSuccess: listAgain,
  });
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: ({ id }: Key) =>
      answerOf(client.POST('/keys/{id}/rotate', { params: { path: { id } }, body: { overlap_hours: hours } })),
    onSuccess: listAgain,
  });
  const edit = useMutation({
    mutationFn: ({ key, changes }: { key: Key; changes: Schemas['UpdateKeyRequest'] }) =>
      answerOf(client.PATCH('/keys/{id}', { params: { path: { id: key.id } }, body: changes })),
    onSuccess: (_, { changes }) => {
      close();
      notify(`${changes.name} saved`);
      return listAgain();
    },
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
    for (const mutation of [make, edit, rotate, revoke]) mutation.reset();
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
        row={(key) => <Cells apiKey={key} ask={(what) => setAsked({ what, key })} />}
      />
      <p className="small">
        <Link to="/$mode/audit" params={{ mode }} search={{ type: 'api_key' }}>
          Who created, rotated or revoked a key
        </Link>
      </p>
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
        <CreateKey make={make.mutate} isBusy={make.isPending} error={make.error} close={close} />
      )}
      {asked?.what === 'edit' && (
        <EditKey
          apiKey={asked.key}
          save={(changes) => edit.mutate({ key: asked.key, changes })}
          isBusy={edit.isPending}
          error={edit.error}
          close={close}
        />
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
            You get a new secret for <SafeText text={asked.key.name} />.
          </p>
          <OverlapField hours={hours} setHours={setHours} />
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
          <LastUsed apiKey={asked.key} />
        </Confirm>
      )}
    </Page>
  );
}

/** Shows whether the key is still used. */
function LastUsed({ apiKey: { last_used_at } }: { apiKey: Key }) {
  return <p>{last_used_at === undefined ? 'It was never used.' : <>It was last used {<Relative at={last_used_at} />}.</>}</p>;
}

function Cells({ apiKey, ask }: { apiKey: Key; ask: (what: 'edit' | 'rotate' | 'revoke') => void }) {
  const { id, name, permissions, created_at, last_used_at, last_used_from, expires_at, previous_secret_ends_at } = apiKey;
  const more = permissions.length - MAX_NAMED;
  return (
    <>
      <th scope="row" className="host">
        <SafeText text={name} />
        <small>
          created <Moment at={created_at} />
        </small>
      </th>
      <td>
        <code>
          <SafeText text={id} />
        </code>
        {previous_secret_ends_at !== undefined && (
          <small>
            The former secret ends in <Countdown to={previous_secret_ends_at} />
          </small>
        )}
      </td>
      <td title={permissions.join(', ')}>
        <SafeText text={permissions.slice(0, MAX_NAMED).join(', ')} />
        {more > 0 && ` and ${more} more`}
        <Restrictions apiKey={apiKey} />
      </td>
      <td>
        {last_used_at === undefined ? 'Never' : <Relative at={last_used_at} />}
        {last_used_from !== undefined && (
          <small>
            from <SafeText text={last_used_from} />
          </small>
        )}
      </td>
      <td>{expires_at === undefined ? 'Never' : <End at={expires_at} />}</td>
      <td>
        <span className="actions">
          <Action about={name} needs="keys.write" onPress={() => ask('edit')}>
            Edit
          </Action>
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

function Restrictions({ apiKey: { allowed_addresses: addresses, allowed_server_ids: servers } }: { apiKey: Key }) {
  return (
    <>
      {addresses && (
        <small>
          only from <SafeText text={addresses.join(', ')} />
        </small>
      )}
      {servers && <small>only for servers {servers.join(', ')}</small>}
    </>
  );
}

function End({ at }: { at: string }) {
  const isOver = Date.parse(at) <= Date.now();
  return (
    <span className={isOver ? 'bad' : undefined}>
      {isOver && 'Ended '}
      <Day at={at} />
    </span>
  );
}
