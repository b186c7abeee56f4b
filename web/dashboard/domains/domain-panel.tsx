import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { type Domain, domainQuery } from '../api/domains.ts';
import { isGone } from '../api/failure.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useReturnToRow } from '../parts/hooks/panel.ts';
import { Icon } from '../parts/icons.tsx';
import { Moment } from '../parts/instant.tsx';
import { notify } from '../parts/notices.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Hostname } from '../parts/text/text.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainTabs } from './domain-tabs.tsx';
import { withoutTab } from './search.ts';
import { VerdictCard } from './verdict-card.tsx';

const route = getRouteApi('/$mode/domains/$id');
const ID = /^\d{1,16}$/;

/** One domain, beside the list if there is room, otherwise in its place. */
export function DomainPanel() {
  const { id } = route.useParams();
  useReturnToRow(id);
  // An invalid id needs no request.
  return (
    <aside className="panel" aria-label="Domain" key={id}>
      {ID.test(id) ? <KnownDomain id={Number(id)} /> : <GoneDomain />}
    </aside>
  );
}

function Top({ children }: { children: ReactNode }) {
  const { mode } = route.useParams();
  const search = withoutTab(getRouteApi('/$mode/domains').useSearch());
  return (
    <header className="panel-head">
      {children}
      <Link data-close className="icon-button" to="/$mode/domains" params={{ mode }} search={search} aria-label="Close">
        <Icon name="close" />
      </Link>
    </header>
  );
}

function GoneDomain() {
  return (
    <>
      <Top>
        <h2>No such domain</h2>
      </Top>
      <p>It does not exist, or was deleted. The event log keeps deletions for 30 days.</p>
    </>
  );
}

function KnownDomain({ id }: { id: number }) {
  const [openedAt, setOpenedAt] = useState(() => Date.now());
  const query = useQuery(domainQuery(id, openedAt));
  const { data: domain, error } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = domain !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true });
  }, [isThere]);
  if (isGone(error)) return <GoneDomain />;
  return (
    <>
      <Top>
        <h2 tabIndex={-1} ref={heading} className="host">
          {domain ? <Hostname url={domain.url} unicode={domain.url_unicode} /> : 'Loading'}
        </h2>
      </Top>
      {error && <FailurePanel error={error} retry={() => query.refetch()} />}
      {!domain && !error && <Skeleton lines={6} />}
      {domain && (
        <>
          <VerdictCard domain={domain} />
          {domain.transfer && Date.parse(domain.transfer.ends_at) > Date.now() && (
            <TransferNotice id={id} transfer={domain.transfer} />
          )}
          <DomainActions domain={domain} onChange={() => setOpenedAt(Date.now())} />
          <DomainTabs domain={domain} />
        </>
      )}
    </>
  );
}

const REFUSALS = {
  owner_disagrees: 'The owner wants to stay here',
  contract_runs: 'A contract binds it',
  zone_compromised: 'Somebody else has set the record',
} as const;
type Refusal = keyof typeof REFUSALS;

/** Another account has proven ownership of the hostname and takes it over when the notice ends, unless it is refused. */
function TransferNotice({ id, transfer }: { id: number; transfer: NonNullable<Domain['transfer']> }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState<Refusal>('owner_disagrees');
  const refuse = useMutation({
    mutationFn: () => answerOf(client.PATCH('/domains/{id}', { params: { path: { id } }, body: { refuse_transfer: reason } })),
    onSuccess: (after) => {
      queries.setQueryData(['domain', id], after);
      notify('Refused');
    },
  });
  if (transfer.state === 'refused')
    return (
      <p className="card">
        Another account asked for this name, and you have refused. It may ask again from <Moment at={transfer.ends_at} /> on.
      </p>
    );
  return (
    <div className="card" data-transfer>
      <p className="title">Another account asks for this name</p>
      <p>
        It has shown a TXT record in the zone of your customer. From <Moment at={transfer.until} /> on it may take the name,
        unless you refuse. Ask your customer.
      </p>
      <label className="field">
        <span>Reason to refuse</span>
        <select value={reason} onChange={(event) => setReason(event.target.value as Refusal)}>
          {Object.entries(REFUSALS).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {refuse.error && <FailurePanel error={refuse.error} />}
      <Action needs="domains.write" isBusy={refuse.isPending} onPress={() => refuse.mutate()}>
        Refuse
      </Action>
    </div>
  );
}
