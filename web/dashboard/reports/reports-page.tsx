import './reports.css';
import { getRouteApi, Link } from '@tanstack/react-router';
import { readCsv } from '../api/reports.ts';
import { Page } from '../parts/page.tsx';
import { ExportCsv } from './export-csv.tsx';
import { REPORT_NAMES, REPORTS } from './report.tsx';
import type { ReportSearch } from './search.ts';

const route = getRouteApi('/$mode/reports');

export function ReportsPage() {
  const { mode } = route.useParams();
  const search = route.useSearch();
  const { report: name = 'time-to-active', ...range } = search;
  const { title, Body } = REPORTS[name];
  return (
    <Page
      title="Reports"
      actions={
        <div className="filters">
          <Days search={search} />
          <ExportCsv name={name} needs="reports.read" read={() => readCsv(name, range)} />
          <Link className="button" to="/$mode/reports/month" params={{ mode }}>
            A month to print
          </Link>
        </div>
      }
    >
      <nav className="tabs" aria-label="Reports">
        {REPORT_NAMES.map((each) => (
          <Link
            key={each}
            to="/$mode/reports"
            params={{ mode }}
            search={{ ...range, report: each }}
            aria-current={each === name ? 'page' : undefined}
          >
            {REPORTS[each].title}
          </Link>
        ))}
        <Link to="/$mode/expiries" params={{ mode }}>
          Expiries
        </Link>
      </nav>
      <section aria-labelledby="report">
        <h2 id="report">{title}</h2>
        <Body key={name} range={range} />
      </section>
    </Page>
  );
}

function Days({ search }: { search: ReportSearch }) {
  const navigate = route.useNavigate();
  const set = (change: ReportSearch) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next) });
  };
  return (
    <>
      <label>
        From <input data-filter type="date" value={search.from ?? ''} onChange={({ target }) => set({ from: target.value })} />
      </label>
      <label>
        to <input type="date" value={search.to ?? ''} onChange={({ target }) => set({ to: target.value })} />
      </label>
    </>
  );
}
