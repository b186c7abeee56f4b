import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Domain } from '../api/domains.ts';
import { domainQuery, historyQuery } from '../api/domains.ts';
import { asFailure } from '../api/failure.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Icon } from '../parts/icons.tsx';
import { Moment } from '../parts/instant.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Code, Hostname, Shown } from '../parts/text.tsx';
import { verdictTitle } from '../parts/verdict.tsx';
import { DomainActions } from './domain-actions.tsx';
import { VerdictCard } from './verdict-card.tsx';

const route = getRouteApi('/$mode/domains/$id');
const ID = /^\d{1,16}$/;

/** One domain: beside the list where there is room, otherwise in its place. */
export function DomainPanel() {
  const { id } = route.useParams();
  useEffect(() => () => returnTo(id), [id]);
  // What is no id is nobody's domain: the service need not be asked.
  return (
    <aside className="panel" aria-label="Domain" key={id}>
      {ID.test(id) ? <KnownDomain id={Number(id)} /> : <GoneDomain />}
    </aside>
  );
}

/** Whoever has closed it with the keyboard goes on at its row. */
function returnTo(id: string): void {
  requestAnimationFrame(() => {
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    if (isNowhere) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  });
}

function Top({ children }: { children: ReactNode }) {
  const { mode } = route.useParams();
  const search = getRouteApi('/$mode/domains').useSearch();
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
  if (error && [404, 422].includes(asFailure(error).status)) return <GoneDomain />;
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
          <Details domain={domain} />
        </>
      )}
    </>
  );
}

function Details({ domain }: { domain: Domain }) {
  return (
    <Tabs className="tabs">
      <TabList aria-label="Details">
        <Tab id="timeline">Timeline</Tab>
        <Tab id="certificate">Certificate</Tab>
        <Tab id="json">JSON</Tab>
      </TabList>
      <TabPanel id="timeline">
        <Timeline id={domain.id} />
      </TabPanel>
      <TabPanel id="certificate">
        <CertificateFacts domain={domain} />
      </TabPanel>
      <TabPanel id="json">
        <Code text={JSON.stringify(domain, null, 2)} label="The domain as the API answers it" />
      </TabPanel>
    </Tabs>
  );
}

function Timeline({ id }: { id: number }) {
  const query = useQuery(historyQuery(id));
  if (query.isError) return <FailurePanel error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Skeleton />;
  if (query.data.data.length === 0) return <p>Nothing yet.</p>;
  return (
    <ol className="timeline">
      {query.data.data.map((event) => (
        <li key={event.id}>
          <b>
            <Shown text={event.type} />
          </b>
          <span>
            <Shown text={verdictTitle(event.diagnosis)} />
            {event.observed !== undefined && (
              <>
                {': '}
                <code>
                  <Shown text={event.observed} />
                </code>
              </>
            )}
          </span>
          <span>
            <Moment at={event.at} /> by{' '}
            {event.actor.type === 'api_key' ? (
              <Shown text={`key ${event.actor.key_id ?? ''}`} />
            ) : (
              <Shown text={event.actor.type} />
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function CertificateFacts({ domain: { certificate, expires_at, renews_on, last_renewed } }: { domain: Domain }) {
  if (!certificate) return <p>No certificate yet.</p>;
  const facts: [string, string | undefined, boolean?][] = [
    ['Issuer', certificate.issuer],
    ['CA', certificate.ca],
    ['Valid from', certificate.not_before, true],
    ['Expires', expires_at, true],
    ['Renews on', renews_on],
    ['Last renewed', last_renewed, true],
    ['Key', certificate.key_type],
    ['Serial number', certificate.serial_number],
    ['SHA-256', certificate.fingerprint_sha256],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value, isInstant]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{isInstant ? <Moment at={value} /> : <Shown text={value} />}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
