import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery } from '../api/keys.ts';
import { curlOf } from '../api/request-log.ts';
import { type KeptRequest, type RequestFilters, requestsQuery } from '../api/requests.ts';
import { Copy } from '../parts/copy.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { NextPage } from '../parts/next-page.tsx';
import { Skeleton } from '../parts/page.tsx';
import { State, type States } from '../parts/state.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import { visibleText } from '../parts/text/visible-text.ts';

const STATES: States = {
  '2xx': { tone: 'good', icon: 'good', name: 'Done' },
  '4xx': { tone: 'customer', icon: 'you', name: 'Refused' },
  '5xx': { tone: 'bad', icon: 'bad', name: 'Failed' },
};

/** Requests of the organization's programs that changed something, were refused or failed. */
export function KeptRequests({ close }: { close: () => void }) {
  const [filters, setFilters] = useState<RequestFilters>({});
  const query = useInfiniteQuery(requestsQuery(filters));
  const { data, isError, error, refetch } = query;
  const requests = data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <p className="small">
        Of your API keys, in the last 24 hours: what changed something, was refused or failed. Successful reads are not kept, nor
        are bodies.
      </p>
      <Filters filters={filters} set={setFilters} />
      {isError && <FailurePanel error={error} retry={() => refetch()} />}
      {!data && !isError && <Skeleton lines={4} />}
      {data && requests.length === 0 && <p className="empty">{isFiltered ? 'None of the last matches.' : 'Nothing yet.'}</p>}
      <ul className="lines requests">
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} close={close} />
        ))}
      </ul>
      <NextPage query={query}>Older requests</NextPage>
    </>
  );
}

function Filters({ filters, set }: { filters: RequestFilters; set: (filters: RequestFilters) => void }) {
  const { data: keys } = useQuery(keysQuery);
  const change = (name: keyof RequestFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    set(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <div className="filters">
      <label>
        <span className="unseen">Result</span>
        <select value={filters.status ?? ''} onChange={({ target }) => change('status', target.value)}>
          <option value="">All results</option>
          {Object.entries(STATES).map(([status, { name }]) => (
            <option key={status} value={status}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">API key</span>
        <select value={filters.api_key_id ?? ''} onChange={({ target }) => change('api_key_id', target.value)}>
          <option value="">All keys</option>
          {(keys?.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function RequestLine({ request, close }: { request: KeptRequest; close: () => void }) {
  const { id, created_at, method, path, query, status, error_code, api_key_id, source_ip, milliseconds } = request;
  const address = query === undefined ? path : `${path}?${query}`;
  return (
    <li>
      <details>
        <summary>
          <b>
            <SafeText text={method} />
          </b>
          <span className="asked">
            <code>
              <SafeText text={address} most={200} />
            </code>
            <small>
              <Moment at={created_at} /> by <KeyName id={api_key_id} />
            </small>
          </span>
          <State state={`${Math.floor(status / 100)}xx`} states={STATES} />
          <span className="small">{status}</span>
          <span className="unseen">
            request <SafeText text={id} />
          </span>
        </summary>
        <AsCurl request={request} address={address} />
        <p className="small">
          From <SafeText text={source_ip} />
          {` · ${milliseconds} ms · `}
          {error_code !== undefined && (
            <>
              <code>
                <SafeText text={error_code} />
              </code>
              {' · '}
            </>
          )}
          <code>
            <SafeText text={id} />
          </code>
        </p>
        <Links request={request} close={close} />
      </details>
    </li>
  );
}

function KeyName({ id }: { id: string }) {
  const { data: keys } = useQuery(keysQuery);
  return <SafeText text={keys?.data.find((key) => key.id === id)?.name ?? id} />;
}

/** Placeholder for values that the service does not store. */
const NOT_KEPT = '…';

function AsCurl({ request: { id, method }, address }: { request: KeptRequest; address: string }) {
  const text = curlOf({ method, path: address.replace(/^\/api/, '') }, location.origin);
  const hasBody = !['GET', 'DELETE'].includes(method);
  return (
    <>
      <Code text={text} label={`Request ${id} as curl`} />
      <Copy text={text} what={`request ${id} as curl`}>
        Copy as curl
      </Copy>
      {hasBody && <p className="small">The body is not kept: if it had one, add it with -d.</p>}
      {address.includes(NOT_KEPT) && <p className="small">{NOT_KEPT} stands for what is not kept of its address.</p>}
    </>
  );
}

/** POST requests that change nothing and have no audit entry. */
const LEAVES_NO_ENTRY = /^\/api\/(dns\/look|domains\/\d+\/portal-link$)/;

/** Links to the changes and the object of a request. */
function Links({ request: { id, method, path, status }, close }: { request: KeptRequest; close: () => void }) {
  const { mode } = useParams({ from: '/$mode' });
  const domain = /^\/api\/domains\/(\d+)/.exec(path)?.[1];
  const isAudited = method !== 'GET' && status < 400 && !(method === 'POST' && LEAVES_NO_ENTRY.test(path));
  return (
    <p className="small">
      {isAudited && (
        <Link to="/$mode/audit" params={{ mode }} search={{ request: id }} onClick={close}>
          What it changed
        </Link>
      )}
      {isAudited && domain !== undefined && ' · '}
      {domain !== undefined && (
        <Link to="/$mode/domains/$id" params={{ mode, id: domain }} onClick={close}>
          Timeline of the domain
        </Link>
      )}
    </p>
  );
}
