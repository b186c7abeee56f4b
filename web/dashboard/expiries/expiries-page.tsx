import './expiries.css';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { periodOf } from '../domains/expiry-filter.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { ExportCsv } from '../reports/export-csv.tsx';
import { WEEKS } from './search.ts';
import { WeekBars } from './week-bars.tsx';
import { sumOf, WeekTable } from './week-table.tsx';

const route = getRouteApi('/$mode/expiries');
const KEPT_MS = 60_000;
const ASKED_MS = 300_000;

function expiriesQuery(weeks: number) {
  return queryOptions({
    queryKey: ['expiries', weeks],
    queryFn: () => answerOf(client.GET('/domains/expiries', { params: { query: { weeks } } })),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    refetchInterval: ASKED_MS,
  });
}

async function readExpiriesCsv(weeks: number): Promise<string> {
  const query = { weeks, format: 'csv' } as const;
  return String(await answerOf(client.GET('/domains/expiries', { params: { query }, parseAs: 'text' })));
}

/** Calendar of certificate expiries, with those that need somebody's action. */
export function ExpiriesPage() {
  const { weeks = WEEKS[0], as } = route.useSearch();
  const query = useQuery(expiriesQuery(weeks));
  return (
    <Page title="Expiries" actions={<Choices />}>
      {query.isError && <FailurePanel error={query.error} retry={() => query.refetch()} />}
      {query.isPending && <Skeleton lines={8} />}
      {query.data && <Calendar expiries={query.data} isTable={as === 'table'} />}
    </Page>
  );
}

function Choices() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { weeks: _, ...others } = search;
  const { as: __, ...asBars } = search;
  return (
    <div className="filters">
      <label>
        <span className="unseen">Weeks</span>
        <select
          value={search.weeks ?? WEEKS[0]}
          onChange={({ target: { value } }) =>
            void navigate({ search: Number(value) === WEEKS[0] ? others : { ...others, weeks: Number(value) } })
          }
        >
          {WEEKS.map((each) => (
            <option key={each} value={each}>
              {each} weeks
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="button"
        aria-pressed={search.as === 'table'}
        onClick={() => void navigate({ search: search.as === 'table' ? asBars : { ...search, as: 'table' } })}
      >
        {search.as === 'table' ? 'Show as bars' : 'Show as table'}
      </button>
      <ExportCsv name="expiries" needs="domains.read" read={() => readExpiriesCsv(search.weeks ?? WEEKS[0])} />
    </div>
  );
}

function Calendar({ expiries, isTable }: { expiries: Schemas['DomainExpiries']; isTable: boolean }) {
  const { weeks, earlier, complete_until, counted_at } = expiries;
  const { mode } = route.useParams();
  const all = sumOf(weeks);
  const before = earlier.by_itself + earlier.needs_somebody;
  const [first] = weeks;
  const isNone = all.by_itself + all.needs_somebody === 0;
  return (
    <>
      {before > 0 && first && (
        <p className="note">
          <Link to="/$mode/domains" params={{ mode }} search={{ expires_before: first.starts_at }}>
            {before === 1 ? 'One certificate' : `${before.toLocaleString('en')} certificates`}
          </Link>{' '}
          ended before this week. {earlier.needs_somebody.toLocaleString('en')} of them need somebody.
        </p>
      )}
      {complete_until !== undefined && (
        <p className="note">
          So many certificates end that not all were counted. The numbers are complete until <Moment at={complete_until} />.
        </p>
      )}
      <dl className="legend">
        <div>
          <dt>
            <span className="swatch itself" /> Renews by itself
          </dt>
          <dd>{all.by_itself.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>
            <span className="swatch somebody" /> Needs somebody
          </dt>
          <dd>{all.needs_somebody.toLocaleString('en')}</dd>
        </div>
      </dl>
      {isNone && <p className="empty">No certificate ends in these {weeks.length} weeks.</p>}
      {!isNone && (isTable ? <WeekTable weeks={weeks} /> : <WeekBars weeks={weeks} />)}
      <p>
        <Link to="/$mode/domains" params={{ mode }} search={periodOf('month')}>
          Which end this month
        </Link>
      </p>
      <p className="small">
        Weeks begin on Monday, in UTC. Counted <Moment at={counted_at} />.
      </p>
    </>
  );
}
