import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import { type Actor, countsQuery, type Domain, domainsQuery } from '../api/domains.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Skeleton, usePageTitle } from '../parts/page.tsx';
import { countText } from '../parts/text/english-text.ts';
import { verdictTitle } from '../parts/verdict.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { type Column, ColumnsMenu, useColumns } from './columns.tsx';
import { DomainTable } from './domain-table.tsx';
import { ExpiryFilter, ExpirySelect } from './expiry-filter.tsx';
import { ExportDialog } from './export-domains.tsx';
import { PrefixFilter } from './prefix-filter.tsx';
import { expiryOf, type ListSearch, queryOf, withoutTab } from './search.ts';

const route = getRouteApi('/$mode/domains');
const ACTORS = Object.keys(ACTOR_WORDS) as Actor[];

/** The list, and beside it the open domain. */
export function DomainsPage() {
  const { mode } = route.useParams();
  const search = withoutTab(route.useSearch());
  const isOpen = useMatchRoute()({ to: '/$mode/domains/$id', params: { mode } });
  const list = useQuery(domainsQuery(queryOf(search)));
  const [isExporting, setIsExporting] = useState(false);
  const [columns, chooseColumns] = useColumns();
  usePageTitle('Domains');
  return (
    <div className={isOpen ? 'split open' : 'split'}>
      <div className="page list">
        <header className="head">
          <h1>Domains</h1>
          <div className="actions">
            <Action onPress={() => setIsExporting(true)}>Export</Action>
            <Link className="button main" to="/$mode/domains/new" params={{ mode }}>
              Add domains
            </Link>
          </div>
        </header>
        {isExporting && <ExportDialog search={queryOf(withoutCursor(search))} close={() => setIsExporting(false)} />}
        <Actors search={search} />
        <Filters search={search} isUpdating={list.isFetching && list.isPlaceholderData} count={list.data?.data.length}>
          <ColumnsMenu columns={columns} choose={chooseColumns} />
        </Filters>
        {list.isError && <FailurePanel error={list.error} retry={() => list.refetch()} />}
        {list.isPending && <Skeleton lines={8} />}
        {list.data && <List domains={list.data.data} search={search} columns={columns} />}
        {list.data && <Pages search={search} nextCursor={list.data.nextCursor} isShort={list.data.isShort} />}
      </div>
      <Outlet />
    </div>
  );
}

function Actors({ search }: { search: ListSearch }) {
  const { actor: chosen, prefix, code } = search;
  const { mode } = route.useParams();
  const counts = useQuery(countsQuery);
  return (
    <ul className="tiles" aria-label="Who has to act">
      {ACTORS.map((actor) => {
        const isChosen = actor === chosen;
        const others = { ...(prefix && { prefix }), ...(code && { code }), ...expiryOf(search) };
        return (
          <li key={actor}>
            <Link
              className={`tile ${actor}`}
              to="/$mode/domains"
              params={{ mode }}
              search={isChosen ? others : { ...others, actor }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={isChosen || undefined}
            >
              <b>{countText(counts.data?.by_actor[actor])}</b>
              <span>{ACTOR_WORDS[actor].title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface FiltersProps {
  search: ListSearch;
  isUpdating: boolean;
  count: number | undefined;
  children: ReactNode;
}

function Filters({ search, isUpdating, count, children }: FiltersProps) {
  const navigate = useNavigate();
  const { code, prefix = '', actor } = search;
  const isQueue = actor !== undefined && actor !== 'nobody';
  // The open domain is kept: it may have been opened since the last key press.
  const set = (change: Partial<Record<keyof ListSearch, string | undefined>>, replace = false) =>
    void navigate({ to: '.', search: (now: ListSearch) => withoutEmpty({ ...withoutCursor(now), ...change }), replace });
  const codes: string[] = code === undefined || isKnown(code) ? [...DIAGNOSIS_CODES] : [...DIAGNOSIS_CODES, code];
  return (
    <div className="filters">
      <PrefixFilter prefix={prefix} change={(typed) => set({ prefix: typed }, true)} />
      <label>
        <span className="unseen">Verdict</span>
        <select value={code ?? ''} onChange={(event) => set({ code: event.target.value })}>
          <option value="">All verdicts</option>
          {codes.map((each) => (
            <option key={each} value={each}>
              {verdictTitle(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">Order</span>
        <select value={search.sort ?? ''} onChange={(event) => set({ sort: event.target.value })}>
          <option value="">{isQueue ? 'Waiting shortest first' : 'Newest first'}</option>
          <option value="oldest">{isQueue ? 'Waiting longest first' : 'Oldest first'}</option>
        </select>
      </label>
      <ExpirySelect search={search} choose={set} />
      <ExpiryFilter search={search} clear={() => set({ expires_after: '', expires_before: '' })} />
      <span className="small" role="status">
        {isUpdating ? 'Updating' : count !== undefined && `${count} shown`}
      </span>
      {children}
    </div>
  );
}

function withoutCursor({ cursor: _, ...search }: ListSearch): ListSearch {
  return search;
}

function isKnown(code: string): boolean {
  return (DIAGNOSIS_CODES as readonly string[]).includes(code);
}

function withoutEmpty(search: Partial<Record<keyof ListSearch, string | undefined>>): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value));
}

function List({ domains, search, columns }: { domains: Domain[]; search: ListSearch; columns: readonly Column[] }) {
  const { mode } = route.useParams();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const isFiltered = Object.keys(search).some((name) => name !== 'sort');
  if (domains.length === 0) {
    return (
      <div className="empty">
        <p>{isFiltered ? 'No domain matches.' : 'No domains yet.'}</p>
        {search.prefix !== undefined && (
          <p className="small">Names are found by their beginning: shop.customer.com by shop, not by customer.</p>
        )}
        {isFiltered ? (
          <Link className="button" to="/$mode/domains" params={{ mode }}>
            Clear filter
          </Link>
        ) : (
          <Link className="button main" to="/$mode/domains/new" params={{ mode }}>
            Add the first
          </Link>
        )}
      </div>
    );
  }
  const chosen = domains.filter(({ id }) => selected.has(id));
  return (
    // Receives the focus when the action above the table is done and its button is removed.
    <div tabIndex={-1}>
      {chosen.length > 0 && <BulkActions domains={chosen} clear={() => setSelected(new Set())} />}
      <DomainTable domains={domains} selected={selected} select={setSelected} columns={columns} />
    </div>
  );
}

function Pages({ search, nextCursor, isShort }: { search: ListSearch; nextCursor: string | undefined; isShort: boolean }) {
  const { mode } = route.useParams();
  const { cursor, ...first } = search;
  if (cursor === undefined && nextCursor === undefined) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {isShort && <p className="small">Few of the newest domains match: older ones were not looked through yet.</p>}
      {cursor !== undefined && (
        <Link className="button" to="/$mode/domains" params={{ mode }} search={first}>
          First page
        </Link>
      )}
      {nextCursor !== undefined && (
        <Link className="button" to="/$mode/domains" params={{ mode }} search={{ ...first, cursor: nextCursor }}>
          Next page
        </Link>
      )}
    </nav>
  );
}
