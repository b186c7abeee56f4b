import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { type Domain, serversQuery } from '../api/domains.ts';
import { asFailure, describeFailure } from '../api/failure.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notices.tsx';

type Asked = { what: 'check' } | { what: 'delete' } | { what: 'move'; serverId: number };
const DONE = { check: 'checked', delete: 'deleted', move: 'moved' };
const DOING = { check: 'Checking', delete: 'Deleting', move: 'Moving' };

/** Actions on selected domains, one domain after another, because an organization has a limit on concurrent checks. */
export function BulkActions({ domains, clear }: { domains: Domain[]; clear: () => void }) {
  const [open, setOpen] = useState<'delete' | 'move'>();
  const [done, setDone] = useState(0);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (asked: Asked) => {
      const { refused, error } = await eachInTurn(domains, (domain) => changeOne(domain, asked), setDone);
      await queries.invalidateQueries({ queryKey: ['domains'] });
      setDone(0);
      // The dialog leads to the sign-in.
      if (needsFreshSignIn(error)) throw error;
      const changed = domains.length - refused;
      const why = error ? `. ${reasonOf(error)}` : '';
      notify(`${changed} of ${domains.length} ${DONE[asked.what]}${why}`);
      setOpen(undefined);
      if (refused === 0) clear();
      // An expired session leads to the sign-in.
      if (error) throw error;
    },
  });
  const { mutate, isPending: isBusy, variables } = change;
  const count = domains.length;
  return (
    <fieldset className="bulk" aria-label="Selected domains">
      <b>{count} selected</b>
      {isBusy && (
        <span className="small" role="status">
          {DOING[variables.what]} {done + 1} of {count}
        </span>
      )}
      <Action needs="domains.check" isBusy={isBusy} onPress={() => mutate({ what: 'check' })}>
        {`Check ${count} now`}
      </Action>
      <Action needs="domains.write" isBusy={isBusy} onPress={() => setOpen('move')}>
        Move to a server…
      </Action>
      <Action needs="domains.write" isBusy={isBusy} isDangerous onPress={() => setOpen('delete')}>
        Delete…
      </Action>
      <Action isBusy={isBusy} onPress={clear}>
        Clear selection
      </Action>
      {open === 'delete' && (
        <Confirm
          title={count === 1 ? 'Delete this domain?' : `Delete ${count} domains?`}
          verb="Delete"
          name={`delete ${count}`}
          isBusy={isBusy}
          error={undefined}
          confirm={() => mutate({ what: 'delete' })}
          close={() => setOpen(undefined)}
        >
          <p>They lose their certificates, and their visitors see an error. This cannot be undone.</p>
        </Confirm>
      )}
      {open === 'move' && (
        <MoveDialog count={count} isBusy={isBusy} error={change.error} move={mutate} close={() => setOpen(undefined)} />
      )}
    </fieldset>
  );
}

interface MoveDialogProps {
  count: number;
  isBusy: boolean;
  error: unknown;
  move: (asked: Asked) => void;
  close: () => void;
}

function MoveDialog({ count, isBusy, error, move, close }: MoveDialogProps): ReactNode {
  const { data: servers } = useQuery(serversQuery);
  const [chosen, setChosen] = useState<number>();
  const serverId = chosen ?? servers?.data[0]?.id;
  return (
    <Confirm
      title={count === 1 ? 'Move this domain?' : `Move ${count} domains?`}
      verb="Move"
      isBusy={isBusy || serverId === undefined}
      error={needsFreshSignIn(error) ? error : undefined}
      confirm={() => serverId !== undefined && move({ what: 'move', serverId })}
      close={close}
    >
      <label className="field">
        <span>To the server</span>
        <select value={serverId} onChange={(event) => setChosen(Number(event.target.value))}>
          {servers?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className="small">
        Each server has a record of its own, which your customers have to set. Until then the present server goes on.
      </p>
    </Confirm>
  );
}

function changeOne({ id }: Domain, asked: Asked): Promise<unknown> {
  const params = { path: { id } };
  switch (asked.what) {
    case 'check':
      return answerOf(client.POST('/domains/{id}/check', { params, body: {} }));
    case 'delete':
      return answerOf(client.DELETE('/domains/{id}', { params }));
    case 'move':
      return answerOf(client.PATCH('/domains/{id}', { params, body: { server_id: asked.serverId } }));
  }
}

/** A refusal of one domain does not stop the others; an error that applies to all does. `error`: the last one. */
async function eachInTurn(
  domains: Domain[],
  work: (domain: Domain) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<{ refused: number; error?: unknown }> {
  let refused = 0;
  let last: unknown;
  for (const [index, domain] of domains.entries()) {
    try {
      await work(domain);
    } catch (error) {
      last = error;
      if (![404, 409, 422].includes(asFailure(error).status)) return { refused: refused + domains.length - index, error };
      refused += 1;
    }
    onDone(index + 1);
  }
  return { refused, ...(refused > 0 && { error: last }) };
}

function needsFreshSignIn(error: unknown): boolean {
  return asFailure(error).code === 'fresh_sign_in_required';
}

function reasonOf(error: unknown): string {
  const { title, text } = describeFailure(asFailure(error));
  return `${title}: ${text}`;
}
