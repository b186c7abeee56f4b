import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { type Domain, serversQuery } from '../api/domains.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';

type Change = Schemas['UpdateDomainRequest'];

/** Editable settings of a domain. Changes made elsewhere appear only when nothing here is unsaved. */
export function DomainSettings({ domain }: { domain: Domain }) {
  const { id, url, server_id, send_notifications } = domain;
  const queries = useQueryClient();
  const { data: servers } = useQuery(serversQuery);
  const [change, setChange] = useState<Change>({});
  const save = useMutation({
    mutationFn: () => answerOf(client.PATCH('/domains/{id}', { params: { path: { id } }, body: change })),
    onSuccess: async (after) => {
      queries.setQueryData(['domain', id], after);
      setChange({});
      notify('Saved');
      await queries.invalidateQueries({ queryKey: ['domains'] });
    },
  });
  const end = useMutation({
    mutationFn: () => answerOf(client.DELETE('/domains/{id}/portal-link', { params: { path: { id } } })),
    onSuccess: () => notify('All links for this domain have ended'),
  });
  const chosen = change.server_id ?? server_id;
  const known = servers?.data ?? [];
  const options = known.some((each) => each.id === chosen) ? known : [...known, { id: chosen, name: `Server ${chosen}` }];
  const isByDns = (change.validation ?? domain.validation) === 'dns';
  const isMoving = chosen !== server_id;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label className="field">
          <span>Server</span>
          <select value={chosen} onChange={(event) => setChange({ ...change, server_id: Number(event.target.value) })}>
            {options.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        {isMoving && (
          <p className="small">
            Each server has a record of its own: your customer has to change the DNS of <SafeText text={url} />. Until then the
            present server goes on.
          </p>
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={change.send_notifications ?? send_notifications}
            onChange={(event) => setChange({ ...change, send_notifications: event.target.checked })}
          />{' '}
          Send webhooks about this domain
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={isByDns}
            onChange={(event) => setChange({ ...change, validation: event.target.checked ? 'dns' : 'http' })}
          />{' '}
          Validation by DNS: a record of its own proves the hostname, wherever the traffic goes
        </label>
        {save.error && <FailurePanel error={save.error} />}
        <div className="actions">
          <Action submits isMain needs="domains.write" isBusy={save.isPending || Object.keys(change).length === 0}>
            {save.isPending ? 'Saving' : 'Save'}
          </Action>
        </div>
      </form>
      <Metadata metadata={domain.metadata} />
      <h3>Links for your customer</h3>
      <p className="small">Whoever has a link to this domain sees its DNS and can check it, until the link ends.</p>
      {end.error && <FailurePanel error={end.error} />}
      <Action needs="domains.write" isBusy={end.isPending} onPress={() => end.mutate()}>
        End all links now
      </Action>
    </>
  );
}

function Metadata({ metadata }: Pick<Domain, 'metadata'>) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Metadata</h3>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <SafeText text={name} />
            </dt>
            <dd>
              <SafeText text={String(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
