import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatchRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import { answerOf, client } from '../api/client.ts';
import { type Actor, countsQuery, type Domain, domainsQuery } from '../api/domains.ts';
import { asFailure, describeFailure } from '../api/failure.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { notify } from '../parts/notices.tsx';
import { Skeleton, usePageTitle } from '../parts/page.tsx';
import { verdictTitle } from '../parts/verdict.tsx';
import { DomainTable } from './domain-table.tsx';
import { ExpiryFilter } from './expiry-filter.tsx';
import { PrefixFilter } from './prefix-filter.tsx';
import { expiryOf, type ListSearch, queryOf, withoutTab } from './search.ts';

const route = getRouteApi('/$mode/domains');
const ACTORS = Object.keys(ACTOR_WORDS) as Actor[];

/** The list, and beside it the domain that is open. */
export function DomainsPage() {
  const { mode } = route.useParams();
  const search = withoutTab(route.useSearch());
  const isOpen = useMatchRoute()({ to: '/$mode/domains/$id', params: { mode } });
  const list = useQuery(domainsQuery(queryOf(search)));
  usePageTitle('Domains');
  return (
    <div className={isOpen ? 'split open' : 'split'}>
      <div className="page list">
        <header className="head">
          <h1>Domains</h1>
          <Link className="button main" to="/$mode/domains/new" params={{ mode }}>
            Add domains
          </Link>
        </header>
        <Actors search={search} />
        <Filters search={search} isUpdating={list.isFetching && list.isPlaceholderData} count={list.data?.data.length} />
        {list.isError && <FailurePanel error={list.error} retry={() => list.refetch()} />}
        {list.isPending && <Skeleton lines={8} />}
        {list.data && <List domains={list.data.data} search={search} />}
        {list.data && <Pages search={search} nextCursor={list.data.nextCursor} isShort={list.data.isShort} />}
      </div>
      <Outlet />
    </div>
  );
}

/** Who has to act: the overview and the filter in one. */
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
              <b>{counts.data?.by_actor[actor]?.toLocaleString('en') ?? '–'}</b>
              <span>{ACTOR_WORDS[actor].title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function Filters({ search, isUpdating, count }: { search: ListSearch; isUpdating: boolean; count: number | undefined }) {
  const navigate = route.useNavigate();
  const { code, prefix = '' } = search;
  const set = (change: Partial<Record<keyof ListSearch, string | undefined>>, replace = false) => {
    const { cursor: _, ...kept } = search;
    void navigate({ search: withoutEmpty({ ...kept, ...change }), replace });
  };
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
      <ExpiryFilter search={search} clear={() => set({ expires_after: '', expires_before: '' })} />
      <span className="small" role="status">
        {isUpdating ? 'Updating' : count !== undefined && `${count} shown`}
      </span>
    </div>
  );
}

function isKnown(code: string): boolean {
  return (DIAGNOSIS_CODES as readonly string[]).includes(code);
}

function withoutEmpty(search: Partial<Record<keyof ListSearch, string | undefined>>): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value));
}

function List({ domains, search }: { domains: Domain[]; search: ListSearch }) {
  const { mode } = route.useParams();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const isFiltered = Object.keys(search).length > 0;
  if (domains.length === 0) {
    return (
      <div className="empty">
        <p>{isFiltered ? 'No domain matches.' : 'No domains yet.'}</p>
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
    <>
      {chosen.length > 0 && <CheckMany domains={chosen} clear={() => setSelected(new Set())} />}
      <DomainTable domains={domains} selected={selected} select={setSelected} />
    </>
  );
}

/** One after another: an organization has a bounded number of checks at once. */
function CheckMany({ domains, clear }: { domains: Domain[]; clear: () => void }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: async () => {
      let done = 0;
      try {
        for (const { id } of domains) {
          await answerOf(client.POST('/domains/{id}/check', { params: { path: { id } }, body: {} }));
          done += 1;
        }
      } catch (error) {
        const { title, text } = describeFailure(asFailure(error));
        notify(`${done} of ${domains.length} checked. ${title}: ${text}`);
        throw error;
      } finally {
        await queries.invalidateQueries({ queryKey: ['domains'] });
      }
      notify(`${done} of ${domains.length} checked`);
      clear();
    },
  });
  return (
    <div className="actions">
      <Action needs="domains.check" isBusy={check.isPending} onPress={() => check.mutate()}>
        {check.isPending ? 'Checking' : `Check ${domains.length} now`}
      </Action>
      <Action onPress={clear}>Clear selection</Action>
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
