import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { domainQuery } from '../api/domains.ts';
import { isGone } from '../api/failure.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useReturnToRow } from '../parts/hooks/panel.ts';
import { Icon } from '../parts/icons.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Hostname } from '../parts/text/text.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainTabs } from './domain-tabs.tsx';
import { withoutTab } from './search.ts';
import { VerdictCard } from './verdict-card.tsx';

const route = getRouteApi('/$mode/domains/$id');
const ID = /^\d{1,16}$/;

/** One domain: beside the list where there is room, otherwise in its place. */
export function DomainPanel() {
  const { id } = route.useParams();
  useReturnToRow(id);
  // What is no id is nobody's domain: the service need not be asked.
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
          <DomainActions domain={domain} onChange={() => setOpenedAt(Date.now())} />
          <DomainTabs domain={domain} />
        </>
      )}
    </>
  );
}
